import { useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import type { JoiningWire } from "#app/contracts/joining.ts";
import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import type { FormRefusal } from "../../shared/error-banner.tsx";
import { merchantText } from "../../texts/use-text.ts";
import { joiningDraft } from "./joining/joining-draft.ts";
import { usePreview } from "./preview/use-preview.ts";
import { type ProgramValues, valuesGiven } from "./program-values.ts";
import type { TermsDraft } from "./terms/draft.ts";
import type { TermsError } from "./terms/editor-context.ts";

const t = merchantText("programs");

/** Saved values and their revisions. */
export type SavedProgram = {
  readonly values: ProgramValues;
  /** Null for a program that was not created yet. */
  readonly revision: number | null;
  readonly joiningRevision?: number;
  /** Terms of a backtest to start from instead of the saved ones. */
  readonly draft?: TermsDraft | null;
};

/**
 * State of the program form. Without edits it follows the server. With edits it keeps the revision that the
 * person saw, so that someone else's change is a conflict and is not overwritten.
 */
export function useProgramForm(saved: SavedProgram, answer: ProgramAnswer | undefined, currency: string) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(() =>
    valuesGiven(answer?.ok === false ? answer.given : undefined, beginning(saved), currency),
  );
  const [heard, setHeard] = useState(answer);
  /** Values that the answer is about. Errors may no longer apply to later edits. */
  const [judged, setJudged] = useState(values);
  // An answer that arrives with this rendering belongs to the current values.
  const about = answer === heard ? judged : values;
  const isDirty = !same(values, base.values);

  function adopt(): void {
    setBase(saved);
    setValues(saved.values);
  }

  if (answer !== heard) {
    setHeard(answer);
    setJudged(values);
    if (answer?.ok) {
      const isSaved = answer.intent === "save";
      // Scheduled terms are not those in force: without a revision the form follows the server's.
      const revision = isSaved && answer.startsAt ? null : answer.revision;
      const next = isSaved ? afterSave(values, answer.joining) : base.values;
      const joiningRevision = answer.joining?.revision ?? base.joiningRevision;
      setBase({ values: next, revision, ...(joiningRevision !== undefined && { joiningRevision }) });
      if (isSaved) setValues(next);
    }
  } else if (!isDirty && isNewer(saved, base)) {
    adopt();
  }

  return {
    values,
    revision: base.revision,
    joiningRevision: base.joiningRevision ?? 0,
    isJoiningChanged: JSON.stringify(values.joining) !== JSON.stringify(base.values.joining),
    isDirty,
    /** True if an error of the answer is about a field as it is now. */
    isJudged: ({ field }: TermsError) => {
      const name = fieldOf(field);
      return name === null || about[name] === values[name];
    },
    set: (change: Partial<ProgramValues>) => setValues((before) => ({ ...before, ...change })),
    /** Resets the form to the server's values. */
    discard: adopt,
  };
}

/** The server may have completed the address of the join page. */
function afterSave(values: ProgramValues, joining: JoiningWire | undefined): ProgramValues {
  return joining && values.joining ? { ...values, joining: joiningDraft(joining) } : values;
}

function isNewer(saved: SavedProgram, base: SavedProgram): boolean {
  const [is, was] = [saved.joiningRevision ?? 0, base.joiningRevision ?? 0];
  if (is > was) return true;
  return saved.revision !== base.revision && !isFormer(saved.revision, base.revision);
}

/** Until the page reloads, it shows the program from before the save. */
function isFormer(saved: number | null, base: number | null): boolean {
  return saved !== null && base !== null && saved < base;
}

/** The value that an error is about; null for one about the form. */
function fieldOf(field: string): keyof ProgramValues | null {
  if (field === "name" || field === "description" || field === "noticeDays") return field;
  if (field.startsWith("terms.")) return "terms";
  return field.startsWith("joining.") || field === "slug" ? "joining" : null;
}

function beginning({ values, draft }: SavedProgram): ProgramValues {
  return draft ? { ...values, terms: draft } : values;
}

/** Drafts are plain data, so their JSON can be compared. */
function same(a: ProgramValues, b: ProgramValues): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Answer of the action of a program's page. Creating and deleting redirect instead. */
export type ProgramAnswer =
  | ({
      readonly ok: false;
      readonly given?: Readonly<Record<string, string | string[]>>;
      /** Set where lower terms wait for a confirmation. */
      readonly plan?: TermsPlanWire;
    } & FormRefusal)
  | {
      readonly ok: true;
      readonly intent: "save" | "status" | "withdraw";
      /** ISO instant at which saved terms start, if later. */
      readonly startsAt?: string | null;
      readonly revision: number;
      readonly status: ProgramStatus;
      readonly joining?: JoiningWire;
    };

type TermsFormInput = {
  readonly saved: SavedProgram;
  readonly answer: ProgramAnswer | undefined;
  /** Null for a new program. */
  readonly programId: string | null;
  /** Affiliate of custom terms; null for a program's terms. */
  readonly affiliateId: string | null;
  readonly currency: string;
};

export type TermsFormState = ReturnType<typeof useTermsForm>;

/** State of a form with terms: saved values, preview and errors. */
export function useTermsForm({ saved, answer, programId, affiliateId, currency }: TermsFormInput) {
  const { isJudged, ...typing } = useProgramForm(saved, answer, currency);
  const { terms, name, joining } = typing.values;
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const preview = usePreview({ programId, affiliateId, terms, currency });
  const plan = answer?.ok === false ? answer.plan : undefined;
  const refusal = answer?.ok === false && !plan ? answer : null;
  const isNameless = joining !== null && name.trim() === "";
  const errors = [
    ...(isNameless ? [{ field: "name", message: t("editor.nameMissing") }] : []),
    ...(refusal?.errors ?? []).filter(isJudged),
    ...preview.errors,
  ].filter(({ field }, index, all) => all.findIndex((one) => one.field === field) === index);
  const shown = useShownErrors(errors, terms, refusal);
  return { ...typing, programId, form, isBusy, preview, refusal, plan, currency, ...shown };
}

/**
 * Errors of fields that were left, or that were there when the form was refused: a field that was just added isn't wrong
 * yet.
 */
function useShownErrors(errors: readonly TermsError[], terms: TermsDraft, refusal: FormRefusal | null) {
  const [left, setLeft] = useState<readonly string[]>(() => (refusal ? pathsOf(errors, terms) : []));
  const [heard, setHeard] = useState(refusal);
  const kept = left.filter((path) => !isGone(path, terms));
  if (refusal !== heard) {
    setHeard(refusal);
    if (refusal) setLeft([...new Set([...kept, ...pathsOf(errors, terms)])]);
  } else if (kept.length < left.length) setLeft(kept);
  return {
    errors: errors.filter(({ field }) => kept.some((path) => concerns(stable(field, terms), path))),
    leave: (path: string) => setLeft((before) => [...new Set([...before, stable(path, terms)])]),
  };
}

function pathsOf(errors: readonly TermsError[], terms: TermsDraft): string[] {
  return errors.map(({ field }) => stable(field, terms));
}

/** True for an error of the field of the path, of something in it, or of what it is a part of. */
function concerns(error: string, path: string): boolean {
  return error === path || error.startsWith(`${path}.`) || path.startsWith(`${error}.`);
}

/** A path with the ids of rules and bonuses, as their positions change. */
function stable(path: string, { rules, bonuses }: TermsDraft): string {
  return path
    .replace(/^terms\.rules\.(\d+)/, (all, at) => idPath("rules", rules[Number(at)]) ?? all)
    .replace(/^terms\.bonuses\.(\d+)/, (all, at) => idPath("bonuses", bonuses[Number(at)]) ?? all);
}

function idPath(list: string, item: { readonly id: string } | undefined): string | undefined {
  return item && `terms.${list}#${item.id}`;
}

/** An id may be used again for another rule. */
function isGone(path: string, { rules, bonuses }: TermsDraft): boolean {
  const [, list, id] = /^terms\.(rules|bonuses)#([^.]+)/.exec(path) ?? [];
  if (list === undefined) return false;
  return !(list === "rules" ? rules : bonuses).some((one) => one.id === id);
}
