import { findDecimal, isCurrency, moneyText, toDecimal } from "./money.ts";
import type { Reason } from "./refusal-codes.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { LARGEST_AMOUNT_MINOR } from "./terms/faults.ts";

/**
 * M12: reads an amount that a person typed, as minor units. `signed` allows negative amounts. The refusal names
 * the field `amount`: not an amount of the currency, zero, or above the ledger's limit.
 */
export function readHandAmount(text: string, currency: string, signed: boolean): bigint | Refusal {
  const found = findDecimal(text.trim().replace(/^\+/, ""), currency);
  if (!found) return fault(notAmount(currency));
  const { minor } = found;
  if (minor === 0n) return fault({ code: "amount_zero" });
  if (minor < 0n && !signed) return fault({ code: "must_be_positive" });
  const size = minor < 0n ? -minor : minor;
  if (size <= LARGEST_AMOUNT_MINOR) return minor;
  return fault({ code: "amount_too_large", most: moneyText({ minor: LARGEST_AMOUNT_MINOR, currency }) });
}

/** Reason for a text that is not an amount, with an example. */
export function notAmount(currency: string): Reason {
  if (!isCurrency(currency)) return { code: "currency_unknown", currency };
  return { code: "amount_of_currency", currency, example: toDecimal({ minor: 1250n, currency }) };
}

function fault(reason: Reason): Refusal {
  return refuse("invalid", reason, "amount");
}
