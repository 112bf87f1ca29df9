import type { ProgramWire } from "#app/contracts/program.ts";
import { findDecimal, findRateBps, WHOLE_BPS } from "#app/domain/money.ts";
import { programDays } from "#app/domain/program.ts";
import { type Sample, sampleOrder } from "#app/domain/sample-order.ts";
import { defaultBase, type FlatPay, noCaps } from "#app/domain/terms/terms.ts";
import { newTerms, type PayDraft, type TermsDraft, typed } from "./terms/draft.ts";

/** Values of the form as typed. */
export type ProgramValues = {
  readonly name: string;
  readonly description: string;
  readonly noticeDays: string;
  readonly terms: TermsDraft;
};

export type ProgramDefaults = { readonly windowDays: number; readonly approvalDays: number };

/** Values to begin with, such as those typed in the setup guide. */
export type GivenValues = { readonly name: string | null; readonly percent: string | null };

export function newProgramValues(defaults: ProgramDefaults, given?: GivenValues): ProgramValues {
  const terms = newTerms(defaults);
  const percent = given?.percent ?? null;
  return {
    name: given?.name ?? "",
    description: "",
    noticeDays: String(programDays.notice.initial),
    terms: percent === null ? terms : { ...terms, commission: { type: "percentage", percent } },
  };
}

export function valuesOfProgram({
  name,
  description,
  noticeDays,
  nextNotice,
  terms,
}: ProgramWire): ProgramValues {
  return { name, description, noticeDays: String(nextNotice?.days ?? noticeDays), terms: typed(terms) };
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

/**
 * Commission of the typed fallback rate for a sample order; null while the rate is incomplete, or if rules or
 * caps apply first.
 */
export function sampleOf(terms: TermsDraft, currency: string): Sample | null {
  const commission = flatPayOf(terms.commission, currency);
  const { rules, caps } = terms;
  if (!commission || rules.length > 0 || caps.perOrder || caps.perAffiliate) return null;
  const days = { windowDays: 1, approvalDays: 0, approvalFrom: "order", approval: "automatic" } as const;
  return sampleOrder(
    { rules: [], commission, base: defaultBase, caps: noCaps, bonuses: [], ...days },
    currency,
  );
}

function flatPayOf(pay: PayDraft, currency: string): FlatPay | null {
  if (pay.type === "fixed" || pay.type === "per-item") {
    const amount =
      pay.amount.currencyCode === currency ? findDecimal(pay.amount.amount.trim(), currency) : null;
    return amount && amount.minor > 0n ? { kind: pay.type, amount } : null;
  }
  if (pay.type !== "percentage") return null;
  const rateBps = findRateBps(pay.percent);
  return rateBps !== null && rateBps > 0 && rateBps <= WHOLE_BPS ? { kind: "percentage", rateBps } : null;
}
