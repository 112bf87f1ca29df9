import { CommerceRefusal } from "./refusal.ts";
import type { MoneySet } from "./types.ts";

/** ISO 4217 currencies whose smallest unit is not a hundredth. */
const EXPONENTS: Record<string, number> = {
  ...Object.fromEntries(
    [
      "BIF",
      "CLP",
      "DJF",
      "GNF",
      "ISK",
      "JPY",
      "KMF",
      "KRW",
      "PYG",
      "RWF",
      "UGX",
      "VND",
      "VUV",
      "XAF",
      "XOF",
      "XPF",
    ].map((code) => [code, 0]),
  ),
  ...Object.fromEntries(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3])),
};

/** Number of digits after the point: 2 for most, 0 for yen, 3 for Kuwaiti dinar. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** Minor units of a decimal amount. Throws a refusal for text that is no amount of this currency. */
export function parseAmount(amount: string, currency: string): bigint {
  const exponent = exponentOf(currency);
  const match = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(amount.trim());
  const decimals = (match?.[3] ?? "").replace(/0+$/, "");
  if (!match || decimals.length > exponent) {
    throw new CommerceRefusal(`"${amount}" is not an amount in ${currency}.`);
  }
  const minor = BigInt(`${match[2] ?? "0"}${decimals.padEnd(exponent, "0")}`);
  return match[1] === "-" ? -minor : minor;
}

/** Decimal text of minor units, as the platform writes it: "12.50" in dollars, "20" in yen. */
export function formatAmount(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, "0");
  const sign = minor < 0n ? "-" : "";
  if (exponent === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** minor × numerator ÷ denominator, rounded half away from zero. The denominator is positive. */
export function scale(minor: bigint, numerator: bigint, denominator: bigint): bigint {
  const product = minor * numerator;
  const magnitude = ((product < 0n ? -product : product) * 2n + denominator) / (denominator * 2n);
  return product < 0n ? -magnitude : magnitude;
}

/** Parts of `total` in proportion to non-negative weights, by largest remainder; a tie goes to the earlier. */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (total * weight) / whole);
  let left = total - sum(parts);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % whole }))
    // Sorting is stable, so that equal remainders stay in the order of their lines.
    .toSorted((a, b) => compare(b.remainder, a.remainder));
  for (const { index } of byRemainder) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The currencies of one order: the shop's, the shopper's, and how many of the second one of the first is. */
export interface Tender {
  currency: string;
  presentmentCurrency: string;
  /** Decimal text, such as "0.92". */
  rate: string;
}

/** Minor units of the shopper's currency for minor units of shop currency. */
export function toPresentment(minor: bigint, tender: Tender): bigint {
  if (tender.currency === tender.presentmentCurrency) return minor;
  const [whole = "0", decimals = ""] = tender.rate.split(".");
  const numerator = BigInt(whole + decimals) * 10n ** BigInt(exponentOf(tender.presentmentCurrency));
  const denominator = 10n ** BigInt(decimals.length + exponentOf(tender.currency));
  return scale(minor, numerator, denominator);
}

/** One amount in both currencies of an order, in the shape of every `*_set` field. */
export function moneySet(minor: bigint, tender: Tender): MoneySet {
  return {
    shop_money: { amount: formatAmount(minor, tender.currency), currency_code: tender.currency },
    presentment_money: {
      amount: formatAmount(toPresentment(minor, tender), tender.presentmentCurrency),
      currency_code: tender.presentmentCurrency,
    },
  };
}

/** Shop-money minor units of a `*_set` field. */
export function shopMinor(set: MoneySet): bigint {
  return parseAmount(set.shop_money.amount, set.shop_money.currency_code);
}

/** Minor units of the shopper's currency of a `*_set` field. */
export function presentmentMinor(set: MoneySet): bigint {
  return parseAmount(set.presentment_money.amount, set.presentment_money.currency_code);
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
