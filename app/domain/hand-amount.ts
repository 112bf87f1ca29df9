import { findDecimal, isCurrency, toDecimal } from "./money.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { LARGEST_AMOUNT_MINOR } from "./terms/faults.ts";

/**
 * M12: an amount that a person typed, in minor units; `signed` where it may take as well as give. A refusal at `amount`
 * where it is no amount of the currency, nothing, or more than the books have room for.
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

/** What is said of a text that is no amount of a currency, with how one is written. */
export function notAmount(currency: string): string {
  if (!isCurrency(currency)) return `Must be an amount, and ${currency} is no currency`;
  return `Must be an amount in ${currency}, such as ${toDecimal({ minor: 1250n, currency })}`;
}

function fault(message: string): Refusal {
  return refuse("invalid", message, "amount");
}
