import { z } from "zod";
import { findDecimal, findRateBps, toPercent, WHOLE_BPS } from "#app/domain/money.ts";
import { moneyWire } from "./wire.ts";

/** A whole number, as a number or as it is typed; answers the number. */
export function wholeNumber(least: number, most: number, missing: string, wrong = "Must be a whole number") {
  return z
    .union([z.string(), z.number()], { error: missing })
    .transform(String)
    .pipe(
      z
        .string()
        .trim()
        .min(1, missing)
        .regex(/^\d{1,9}$/, wrong),
    )
    .transform(Number)
    .pipe(z.int().min(least, `Must be at least ${least}`).max(most, `Must be at most ${most}`));
}

/** Days, as typed. */
export function wholeDays({ least, most }: { readonly least: number; readonly most: number }) {
  return wholeNumber(least, most, "Enter a number of days", "Must be a whole number of days");
}

const percentText = "Must be a number from 0.01 to 100 with at most two decimals";

/** A percentage as people write it, at most two decimals; answers it without a needless tail: "12.50" is "12.5". */
export const percentWire = z
  .union([z.string(), z.number()], { error: "Enter a percentage" })
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, percentText)
      .refine((text) => (findRateBps(text) ?? 1) > 0, "Must be more than 0")
      .refine((text) => (findRateBps(text) ?? 0) <= WHOLE_BPS, "Must be at most 100"),
  )
  .transform((text) => toPercent(findRateBps(text) ?? 0))
  .pipe(z.string());

/** Money whose text is an amount of its currency. */
export const amountWire = moneyWire.refine(
  ({ amount, currencyCode }) => isAmount(amount, currencyCode),
  "Is not an amount of that currency",
);

/** An unknown currency is bad input here, not a fault of the program. */
function isAmount(amount: string, currency: string): boolean {
  try {
    return findDecimal(amount, currency) !== null;
  } catch {
    return false;
  }
}
