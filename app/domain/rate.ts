/** One percent is a hundred basis points; a rate is an integer of them. */
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

/** Reads a percentage as people write it ("12.5", "12,5" is refused) into basis points; null when it is none. */
export function findRateBps(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Writes basis points as a percentage without a needless tail: 1250 → "12.5", 1000 → "10". */
export function toPercent(rateBps: number): string {
  const digits = rateBps.toString().padStart(3, "0");
  const fraction = digits.slice(-2).replace(/0+$/, "");
  return digits.slice(0, -2) + (fraction === "" ? "" : `.${fraction}`);
}
