import { refuse, type Refusal } from "../refusal.ts";
import { faultsOfTerms } from "./faults.ts";
import { defaultBase, noCaps, type ProgramTerms } from "./terms.ts";

/** Terms as a merchant gives them; what is left out is as it was. */
export type TermsInput = { readonly [Part in keyof ProgramTerms]?: ProgramTerms[Part] | undefined };

type Before = Pick<ProgramTerms, "attributionDays" | "holdDays"> & Partial<ProgramTerms>;

export type ShopDefaults = { readonly defaultAttributionDays: number; readonly defaultHoldDays: number };

/** What the terms of a program that is not made yet are laid over. */
export function shopDefaults(shop: ShopDefaults): { attributionDays: number; holdDays: number } {
  return { attributionDays: shop.defaultAttributionDays, holdDays: shop.defaultHoldDays };
}

/** What terms have that say nothing of it. */
const noneOfThese = {
  rules: [],
  base: defaultBase,
  caps: noCaps,
  bonuses: [],
  holdFrom: "order",
  approval: "automatic",
} as const;

/** The parts that were given. */
function givenOf(input: TermsInput): Partial<ProgramTerms> {
  return Object.fromEntries(Object.entries(input).filter(([, part]) => part !== undefined));
}

/**
 * The terms that result when `input` is laid over `before` (the present version, or the shop's defaults),
 * or what is wrong with them, by field.
 */
export function termsOfInput(input: TermsInput, before: Before, currency: string): ProgramTerms | Refusal {
  const commission = input.commission ?? before.commission;
  if (!commission) return refuse("invalid", "Choose how the commission is computed", "terms.commission");
  const terms: ProgramTerms = { ...noneOfThese, ...before, ...givenOf(input), commission };
  const errors = faultsOfTerms(terms, currency).map((fault) => ({ ...fault, field: `terms.${fault.field}` }));
  const [first] = errors;
  return first ? { refused: "invalid", message: first.message, errors } : terms;
}
