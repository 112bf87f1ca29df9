/**
 * PayPal's currencies and how it writes their amounts. Everything is counted in minor units as bigint; what
 * a currency's minor unit is, is PayPal's own rule, which for three of them is not ISO 4217's.
 * Source: developer.paypal.com/api/rest/reference/currency-codes.
 */

/** No decimals at all: an amount with a fraction is refused. ISO 4217 gives HUF and TWD two. */
const wholeCurrencies: ReadonlySet<string> = new Set(["HUF", "JPY", "TWD"]);

const supported: ReadonlySet<string> = new Set(
  "AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD".split(
    " ",
  ),
);

/** Payouts charge 2 % of each payment, in its own currency. */
const feePerMille = 20n;

export function isSupported(currency: string): boolean {
  return supported.has(currency);
}

/** Number of digits after the point. */
export function decimalsOf(currency: string): number {
  return wholeCurrencies.has(currency) ? 0 : 2;
}

/** Minor units of a decimal text such as "9.87", or null for what PayPal would not take as this currency. */
export function parseValue(value: string, currency: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(value);
  if (match === null) return null;
  const decimals = decimalsOf(currency);
  const fraction = match[2] ?? "";
  if (fraction.length > decimals) return null;
  return BigInt(`${match[1] ?? "0"}${fraction.padEnd(decimals, "0")}`);
}

/** "9.87" in dollars, "500" in yen; a minus sign in front of what is taken away. */
export function formatValue(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, "0");
  const sign = minor < 0n ? "-" : "";
  if (decimals === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The fee for sending that much, rounded half up. */
export function feeFor(minor: bigint): bigint {
  return (minor * feePerMille + 500n) / 1000n;
}
