import type { JoiningWire } from "#app/contracts/joining.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import { programDays } from "#app/domain/program.ts";
import { type JoiningDraft, joiningDraft } from "./joining/joining-draft.ts";
import { newTerms, type PayDraft, type TermsDraft, typed } from "./terms/draft.ts";

/** Values of the form as typed. */
export type ProgramValues = {
  readonly name: string;
  readonly description: string;
  readonly noticeDays: string;
  /** Only a new program is given one. */
  readonly status: "active" | "draft";
  /** Null for custom terms, which nobody joins. */
  readonly joining: JoiningDraft | null;
  readonly terms: TermsDraft;
};

export type ProgramDefaults = { readonly windowDays: number; readonly approvalDays: number };

/** Values to begin with, such as those typed in the setup guide. */
export type GivenValues = { readonly name: string | null; readonly percent: string | null };

export function newProgramValues(
  defaults: ProgramDefaults,
  joining: JoiningWire,
  { name, percent }: GivenValues = { name: null, percent: null },
): ProgramValues {
  const terms = newTerms(defaults);
  return {
    name: name ?? "",
    description: "",
    noticeDays: String(programDays.notice.initial),
    status: "active",
    joining: joiningDraft(joining),
    terms: percent === null ? terms : { ...terms, commission: { type: "percentage", percent } },
  };
}

export function valuesOfProgram(
  { name, description, noticeDays, nextNotice, terms }: ProgramWire,
  joining: JoiningWire,
): ProgramValues {
  return {
    name,
    description,
    noticeDays: String(nextNotice?.days ?? noticeDays),
    status: "active",
    joining: joiningDraft(joining),
    terms: typed(terms),
  };
}

/** Custom terms have none of the other fields. */
export function valuesOfTerms(terms: ProgramWire["terms"]): ProgramValues {
  return { name: "", description: "", noticeDays: "", status: "active", joining: null, terms: typed(terms) };
}

type TermsGivenInput = Readonly<Record<string, string | string[]>>;

/** Form values from a refused submission, for pages without JavaScript. */
export function valuesGiven(
  given: TermsGivenInput | undefined,
  otherwise: ProgramValues,
  currency: string,
): ProgramValues {
  if (given?.["intent"] !== "save") return otherwise;
  return {
    name: textIn(given, "name") ?? otherwise.name,
    description: textIn(given, "description") ?? otherwise.description,
    noticeDays: textIn(given, "noticeDays") ?? otherwise.noticeDays,
    status: textIn(given, "status") === "draft" ? "draft" : otherwise.status,
    joining: otherwise.joining,
    terms: termsGiven(given, otherwise.terms, currency),
  };
}

/** Terms of a posted form: JSON from the script, or the flat fields. */
export function termsGiven(given: TermsGivenInput, otherwise: TermsDraft, currency: string): TermsDraft {
  const kind = textIn(given, "commissionType");
  if (kind === "edited") return readDraft(textIn(given, "terms")) ?? otherwise;
  return {
    ...otherwise,
    commission: payGiven(given, kind, currency) ?? otherwise.commission,
    windowDays: textIn(given, "windowDays") ?? otherwise.windowDays,
    approvalDays: textIn(given, "approvalDays") ?? otherwise.approvalDays,
  };
}

function payGiven(given: TermsGivenInput, kind: string | undefined, currencyCode: string): PayDraft | null {
  if (kind === "percentage") return { type: kind, percent: textIn(given, "percent") ?? "" };
  if (kind === "none") return { type: kind };
  if (kind !== "fixed" && kind !== "per-item") return null;
  return { type: kind, amount: { amount: textIn(given, "amount") ?? "", currencyCode } };
}

/** Only text that the editor can produce is shown again. */
function readDraft(text: string | undefined): TermsDraft | null {
  try {
    const draft = JSON.parse(text ?? "null") as TermsDraft | null;
    return Array.isArray(draft?.rules) && Array.isArray(draft.bonuses) ? draft : null;
  } catch {
    return null;
  }
}

function textIn(given: TermsGivenInput, name: string): string | undefined {
  const value = given[name];
  return typeof value === "string" ? value : undefined;
}
