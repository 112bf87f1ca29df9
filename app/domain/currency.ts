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

/** ISO 4217 minor units by code, and the withdrawn codes that old orders of the platform still carry. */
const exponents = new Map<string, number>([
  ...wholeUnits.split(" ").map((code) => [code, 0] as const),
  ...hundredths.split(" ").map((code) => [code, 2] as const),
  ...thousandths.split(" ").map((code) => [code, 3] as const),
]);

/** True for a code that money can be reckoned in here. */
export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/**
 * How many decimal digits a currency has: JPY 0, USD 2, KWD 3. Source: ISO 4217.
 * @throws UnknownCurrencyError, because guessing two digits would be wrong by a factor.
 */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new UnknownCurrencyError(`"${currency.slice(0, 12)}" is not a currency.`);
  return exponent;
}
