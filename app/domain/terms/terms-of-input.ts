import { refuse, refuseFields, type Refusal } from "../refusal.ts";
import { faultsOfTerms } from "./faults.ts";
import { defaultBase, noCaps, type ProgramTerms } from "./terms.ts";

/** Terms as a merchant enters them. Absent parts keep their current value. */
export type TermsInput = { readonly [Part in keyof ProgramTerms]?: ProgramTerms[Part] | undefined };

type PreviousTerms = Pick<ProgramTerms, "windowDays" | "approvalDays"> & Partial<ProgramTerms>;

export type ShopDefaults = { readonly defaultWindowDays: number; readonly defaultApprovalDays: number };

/** Default values for a new program's terms. */
export function shopDefaults(shop: ShopDefaults): { windowDays: number; approvalDays: number } {
  return { windowDays: shop.defaultWindowDays, approvalDays: shop.defaultApprovalDays };
}

/** Values of parts that neither the input nor the previous terms contain. */
const noneOfThese = {
  rules: [],
  base: defaultBase,
  caps: noCaps,
  bonuses: [],
  approvalFrom: "order",
  approval: "automatic",
} as const;

/** The parts of the input that are present. */
function presentParts(input: TermsInput): Partial<ProgramTerms> {
  return Object.fromEntries(Object.entries(input).filter(([, part]) => part !== undefined));
}

/**
 * Terms that result from applying `input` to `before` (the current version or the shop's defaults). The refusal
 * lists the errors by field.
 */
export function termsOfInput(
  input: TermsInput,
  before: PreviousTerms,
  currency: string,
): ProgramTerms | Refusal {
  const commission = input.commission ?? before.commission;
  if (!commission) {
    return refuse("invalid", { code: "choice_missing", what: "commission" }, "terms.commission");
  }
  const terms: ProgramTerms = { ...noneOfThese, ...before, ...presentParts(input), commission };
  const errors = faultsOfTerms(terms, currency).map((fault) => ({ ...fault, field: `terms.${fault.field}` }));
  return refuseFields(errors) ?? terms;
}
