import { findDecimal, isCurrency, toDecimal } from "./money.ts";
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
  if (minor === 0n) return fault("Must not be zero");
  if (minor < 0n && !signed) return fault("Must be above zero");
  const size = minor < 0n ? -minor : minor;
  if (size <= LARGEST_AMOUNT_MINOR) return minor;
  return fault(`Must be at most ${toDecimal({ minor: LARGEST_AMOUNT_MINOR, currency })} ${currency}`);
}

/** Message for a text that is not an amount, with an example. */
export function notAmount(currency: string): string {
  if (!isCurrency(currency)) return `Must be an amount, and ${currency} is no currency`;
  return `Must be an amount in ${currency}, such as ${toDecimal({ minor: 1250n, currency })}`;
}

function fault(message: string): Refusal {
  return refuse("invalid", message, "amount");
}
