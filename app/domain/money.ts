import { exponentOf } from "./currency.ts";

/** An amount in minor units (cents, yen, fils) of one ISO 4217 currency. Never a float. */
export type Money = { readonly minor: bigint; readonly currency: string };

/** What a PostgreSQL bigint holds; larger amounts are refused where they enter. */
export const LARGEST_MINOR = 9_223_372_036_854_775_807n;

/** A text that is not an amount of its currency. Thrown, because it comes from a program or a platform. */
export class MoneyFormatError extends Error {
  override name = "MoneyFormatError";
}

/** Two currencies met in one sum: always a fault of the program. */
export class CurrencyMismatchError extends Error {
  override name = "CurrencyMismatchError";
}

/**
 * Reads a decimal text ("20", "0.0", "-12.34") in major units; null when it is no amount of that currency.
 * More digits than the currency has are taken only when they are zeros, because platforms write JPY both as
 * "20" and as "20.00", and a hidden rounding here would break every sum after it.
 * @throws UnknownCurrencyError when the currency is not in ISO 4217.
 */
export function findDecimal(text: string, currency: string): Money | null {
  const exponent = exponentOf(currency);
  const match = /^(-?)(\d{1,19})(?:\.(\d{1,30}))?$/.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", fraction = ""] = match;
  if (/[1-9]/.test(fraction.slice(exponent))) return null;
  const magnitude = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, "0"));
  if (magnitude > LARGEST_MINOR) return null;
  return { minor: sign === "-" ? -magnitude : magnitude, currency };
}

/**
 * The same as `findDecimal`, for input that ought to be right.
 * @throws MoneyFormatError when the text is no amount of that currency.
 */
export function parseDecimal(text: string, currency: string): Money {
  const money = findDecimal(text, currency);
  if (money === null) throw new MoneyFormatError(`"${text.slice(0, 40)}" is not an amount in ${currency}.`);
  return money;
}

/** Writes an amount in major units with exactly the digits of its currency: "12.34", "20" (JPY), "1.250" (KWD). */
export function toDecimal(money: Money): string {
  const exponent = exponentOf(money.currency);
  const magnitude = money.minor < 0n ? -money.minor : money.minor;
  const digits = magnitude.toString().padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = digits.slice(digits.length - exponent);
  return `${money.minor < 0n ? "-" : ""}${whole}${exponent > 0 ? `.${fraction}` : ""}`;
}

export function zero(currency: string): Money {
  return { minor: 0n, currency };
}

/** @throws CurrencyMismatchError */
export function add(a: Money, b: Money): Money {
  return { minor: a.minor + sameCurrency(a, b).minor, currency: a.currency };
}

/** @throws CurrencyMismatchError */
export function subtract(a: Money, b: Money): Money {
  return { minor: a.minor - sameCurrency(a, b).minor, currency: a.currency };
}

/** The sum of amounts, all in this currency. @throws CurrencyMismatchError */
export function sumMoney(amounts: Iterable<Money>, currency: string): Money {
  let sum = zero(currency);
  for (const amount of amounts) sum = add(sum, amount);
  return sum;
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) {
    throw new CurrencyMismatchError(`${a.currency} and ${b.currency} cannot be reckoned together.`);
  }
  return b;
}
