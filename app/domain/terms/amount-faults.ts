import { isCurrency, type Money, toDecimal } from "../money.ts";
import type { FieldError } from "../refusal.ts";

/** Leaves room for millions of orders before a balance passes what the database holds. */
export const LARGEST_AMOUNT_MINOR = 1_000_000_000_000n;

/** An amount above zero in the store's currency, small enough for the database. */
export function faultsOfAmount(amount: Money, field: string, shopCurrency: string): FieldError[] {
  const { minor, currency } = amount;
  if (!isCurrency(currency) || currency !== shopCurrency) {
    return [{ field, message: `Must be in the store's currency, ${shopCurrency}.` }];
  }
  if (minor > 0n && minor <= LARGEST_AMOUNT_MINOR) return [];
  const most = toDecimal({ minor: LARGEST_AMOUNT_MINOR, currency });
  return [{ field, message: `Must be above 0 and at most ${most} ${currency}.` }];
}
