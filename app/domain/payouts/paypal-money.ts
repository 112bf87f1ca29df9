import { exponentOf, findDecimal, isCurrency, type Money, toDecimal } from "../money.ts";

/** Currencies that PayPal pays out. Source: PayPal's currency codes; CNY, INR and RUB are not among those paid out. */
export const paypalCurrencies: ReadonlySet<string> = new Set(
  "AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
);

/** Those of them that PayPal writes without decimals, whatever ISO 4217 says. */
const whole = new Set(["HUF", "JPY", "TWD"]);

/**
 * An amount as PayPal writes it ("12.34", "500"); null for a currency that it does not pay out, and for a part of a unit
 * in one that it takes only whole.
 */
export function paypalValue({ minor, currency }: Money): string | null {
  if (!paypalCurrencies.has(currency) || minor <= 0n) return null;
  const text = toDecimal({ minor, currency });
  if (!whole.has(currency)) return text;
  const [units = "", fraction = ""] = text.split(".");
  return /[1-9]/.test(fraction) ? null : units;
}

/**
 * What PayPal pays of an amount: all of it, or its whole units where it takes only those, so that the rest stays payable;
 * null for a currency that it does not pay out.
 */
export function paypalPart({ minor, currency }: Money): bigint | null {
  if (!paypalCurrencies.has(currency)) return null;
  const unit = whole.has(currency) ? 10n ** BigInt(exponentOf(currency)) : 1n;
  return minor - (minor % unit);
}

/** The minor units of an amount that PayPal wrote, which may be below zero; null for what is none. */
export function paypalMinor(value: string, currency: string): bigint | null {
  if (!isCurrency(currency) || exponentOf(currency) > 2) return null;
  return findDecimal(value, currency)?.minor ?? null;
}
