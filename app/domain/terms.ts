import { isCurrency } from "./currency.ts";
import { toDecimal } from "./money.ts";
import type { ProgramTerms } from "./program.ts";
import type { FieldError } from "./refusal.ts";
import { WHOLE_BPS } from "./rate.ts";

export const LONGEST_ATTRIBUTION_DAYS = 3650;
export const LONGEST_HOLD_DAYS = 365;
/** Leaves room for millions of orders before a balance passes what the database holds. */
const LARGEST_FIXED_MINOR = 1_000_000_000_000n;

/** What is wrong with terms before they are frozen, by field; empty when they can be saved. */
export function faultsOfTerms(terms: ProgramTerms, shopCurrency: string): FieldError[] {
  const faults = faultsOfCommission(terms, shopCurrency);
  if (!isDays(terms.attributionDays, 1, LONGEST_ATTRIBUTION_DAYS)) {
    faults.push({
      field: "attributionDays",
      message: `Must be a whole number from 1 to ${LONGEST_ATTRIBUTION_DAYS}.`,
    });
  }
  if (!isDays(terms.holdDays, 0, LONGEST_HOLD_DAYS)) {
    faults.push({ field: "holdDays", message: `Must be a whole number from 0 to ${LONGEST_HOLD_DAYS}.` });
  }
  return faults;
}

function faultsOfCommission({ commission }: ProgramTerms, shopCurrency: string): FieldError[] {
  if (commission.kind === "percentage") {
    const { rateBps } = commission;
    const fits = Number.isInteger(rateBps) && rateBps > 0 && rateBps <= WHOLE_BPS;
    return fits ? [] : [{ field: "commission", message: "Must be above 0 and at most 100 percent." }];
  }
  const { minor, currency } = commission.amount;
  if (!isCurrency(currency) || currency !== shopCurrency) {
    return [{ field: "commission", message: `Must be in the store's currency, ${shopCurrency}.` }];
  }
  if (minor > 0n && minor <= LARGEST_FIXED_MINOR) return [];
  const most = toDecimal({ minor: LARGEST_FIXED_MINOR, currency });
  return [{ field: "commission", message: `Must be above 0 and at most ${most} ${currency}.` }];
}

function isDays(days: number, least: number, most: number): boolean {
  return Number.isInteger(days) && days >= least && days <= most;
}
