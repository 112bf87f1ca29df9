/** An amount in minor units (cents, yen, fils) of one ISO 4217 currency. Never a float. */
export type Money = { readonly minor: bigint; readonly currency: string };

/** Largest PostgreSQL bigint. Larger amounts are refused where they enter. */
export const LARGEST_MINOR = 9_223_372_036_854_775_807n;

/**
 * A text that is not an amount of its currency. Thrown, because it comes from a program or platform, not a
 * person.
 */
export class MoneyFormatError extends Error {
  override name = "MoneyFormatError";
}

/** Amounts of two currencies in one sum. Always a bug. */
export class CurrencyMismatchError extends Error {
  override name = "CurrencyMismatchError";
}

/**
 * Reads a decimal text ("20", "0.0", "-12.34") in major units. Null when it is not an amount of that currency.
 * Extra decimals are accepted only if they are zeros: platforms write JPY both as "20" and as "20.00", and
 * rounding here would falsify every later sum.
 * @throws UnknownCurrencyError when the currency is not in ISO 4217
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
 * Like `findDecimal`, for input that has to be valid.
 * @throws MoneyFormatError when the text is not an amount of that currency
 */
export function parseDecimal(text: string, currency: string): Money {
  const money = findDecimal(text, currency);
  if (money === null) throw new MoneyFormatError(`"${text.slice(0, 40)}" is not an amount in ${currency}.`);
  return money;
}

/**
 * Writes an amount in major units with exactly the digits of its currency: "12.34", "20" (JPY), "1.250" (KWD).
 */
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

/**
 * Sum of amounts in one currency.
 * @throws CurrencyMismatchError
 */
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

/** A currency code that ISO 4217 does not list. */
export class UnknownCurrencyError extends Error {
  override name = "UnknownCurrencyError";
}

const wholeUnits = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const hundredths =
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY " +
  "COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR " +
  "ILS INR IRR JEP JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL LTL LVL MAD MDL MGA MKD MMK MNT MOP MRU MUR " +
  "MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD " +
  "SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG " +
  "YER ZAR ZMW";
const thousandths = "BHD IQD JOD KWD LYD OMR TND";

/** Minor units of ISO 4217 by code, including withdrawn codes that old orders still have. */
const exponents = new Map<string, number>([
  ...wholeUnits.split(" ").map((code) => [code, 0] as const),
  ...hundredths.split(" ").map((code) => [code, 2] as const),
  ...thousandths.split(" ").map((code) => [code, 3] as const),
]);

/** True for a currency that amounts can be calculated in. */
export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/**
 * Number of decimals of a currency: JPY 0, USD 2, KWD 3. Source: ISO 4217.
 * @throws UnknownCurrencyError, because a wrong guess would be wrong by a factor
 */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new UnknownCurrencyError(`"${currency.slice(0, 12)}" is not a currency.`);
  return exponent;
}

/** A percent is 100 basis points. Rates are whole basis points. */
export const WHOLE_BPS = 10_000;
const wholeBps = BigInt(WHOLE_BPS);

/**
 * M8: part of an amount at a rate in basis points, rounded half away from zero to a minor unit.
 * @throws RangeError when the rate is no whole number.
 */
export function portion(minor: bigint, rateBps: number): bigint {
  return scale(minor, BigInt(rateBps), wholeBps);
}

/**
 * minor × numerator ÷ denominator, rounded half away from zero (M8). One of the two places that divide money.
 * @throws RangeError when the denominator is not above zero.
 */
export function scale(minor: bigint, numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError("A share needs a whole above zero.");
  const product = minor * numerator;
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return product < 0n ? -rounded : rounded;
}

/** Reads a percentage as basis points ("12.5"; "12,5" is rejected). Null if it is none. */
export function findRateBps(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Writes basis points as a percentage without trailing zeros: 1250 → "12.5", 1000 → "10". */
export function toPercent(rateBps: number): string {
  const digits = rateBps.toString().padStart(3, "0");
  const fraction = digits.slice(-2).replace(/0+$/, "");
  return digits.slice(0, -2) + (fraction === "" ? "" : `.${fraction}`);
}

/** An amount in major units with its currency, as a reason or the API carries it. */
export function moneyText(money: Money): { readonly amount: string; readonly currencyCode: string } {
  return { amount: toDecimal(money), currencyCode: money.currency };
}
