import { useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import { type FormRefusal, useShowFault } from "../../shared/error-banner.tsx";
import { usePreview } from "./preview/use-preview.ts";
import { type ProgramValues, valuesGiven } from "./program-values.ts";
import type { TermsDraft } from "./terms/draft.ts";

/** Saved values and their revision; null for a program that was not created yet. */
export type SavedProgram = {
  readonly values: ProgramValues;
  readonly revision: number | null;
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
  /** Terms that the answer is about. Errors may no longer apply to later edits. */
  const [judged, setJudged] = useState(values.terms);
  const isDirty = !same(values, base.values);

  function adopt(): void {
    setBase(saved);
    setValues(saved.values);
  }

  if (answer !== heard) {
    setHeard(answer);
    setJudged(values.terms);
    if (answer?.ok) {
      const isSaved = answer.intent === "save";
      // Scheduled terms are not those in force: without a revision the form follows the server's.
      const revision = isSaved && answer.startsAt ? null : answer.revision;
      setBase({ values: isSaved ? values : base.values, revision });
    }
  } else if (!isDirty && saved.revision !== base.revision && !isFormer(saved.revision, base.revision)) {
    adopt();
  }

  return {
    values,
    revision: base.revision,
    isDirty,
    /** True if the answer's errors are about the terms as typed now. */
    isJudged: judged === values.terms,
    set: (change: Partial<ProgramValues>) => setValues((before) => ({ ...before, ...change })),
    /** Resets the form to the server's values. */
    discard: adopt,
  };
}

/** Until the page reloads, it shows the program from before the save. */
function isFormer(saved: number | null, base: number | null): boolean {
  return saved !== null && base !== null && saved < base;
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
      readonly status: string;
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
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const preview = usePreview({ programId, affiliateId, terms: typing.values.terms, currency });
  const plan = answer?.ok === false ? answer.plan : undefined;
  const refusal = answer?.ok === false && !plan ? answer : null;
  useShowFault(form, refusal);
  const judged = isJudged ? (refusal?.errors ?? []) : [];
  return {
    ...typing,
    form,
    isBusy,
    preview,
    refusal,
    plan,
    errors: [...judged, ...preview.errors],
    currency,
  };
}
