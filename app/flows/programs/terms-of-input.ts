import { findDecimal } from "#app/domain/money.ts";
import { defaultBase, type CommissionTerms, type ProgramTerms } from "#app/domain/program.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { faultsOfTerms } from "#app/domain/terms.ts";

/** Terms as a merchant gives them: percent already in basis points, amounts still as text. */
export type CommissionInput =
  | { readonly type: "percentage"; readonly percent: number }
  | { readonly type: "fixed"; readonly amount: { readonly amount: string; readonly currencyCode: string } };

export type TermsInput = {
  readonly commission?: CommissionInput | undefined;
  readonly attributionDays?: number | undefined;
  readonly holdDays?: number | undefined;
};

type Before = Pick<ProgramTerms, "attributionDays" | "holdDays"> & Partial<ProgramTerms>;

/**
 * The terms that result when `input` is laid over `before` (the present version, or the shop's defaults),
 * or what is wrong with them, by field.
 */
export function termsOfInput(input: TermsInput, before: Before, currency: string): ProgramTerms | Refusal {
  const commission = input.commission ? commissionOf(input.commission) : before.commission;
  if (!commission) return refuse("invalid", "Choose how the commission is computed", "terms.commission");
  if (isRefusal(commission)) return commission;
  const terms: ProgramTerms = {
    commission,
    base: before.base ?? defaultBase,
    attributionDays: input.attributionDays ?? before.attributionDays,
    holdDays: input.holdDays ?? before.holdDays,
  };
  const errors = faultsOfTerms(terms, currency).map((fault) => ({ ...fault, field: `terms.${fault.field}` }));
  const [first] = errors;
  return first ? { refused: "invalid", message: first.message, errors } : terms;
}

function commissionOf(input: CommissionInput): CommissionTerms | Refusal {
  if (input.type === "percentage") return { kind: "percentage", rateBps: input.percent };
  const field = "terms.commission.amount";
  const { amount, currencyCode } = input.amount;
  const money = findAmount(amount, currencyCode);
  return money
    ? { kind: "fixed", amount: money }
    : refuse("invalid", "Is not an amount of that currency", field);
}

/** An unknown currency is bad input here, not a fault of the program. */
function findAmount(amount: string, currency: string) {
  try {
    return findDecimal(amount, currency);
  } catch {
    return null;
  }
}
