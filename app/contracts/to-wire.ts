import { toDecimal } from "#app/domain/money.ts";

/** Minor units as the API writes money. */
export function moneyToWire(minor: bigint, currency: string): { amount: string; currencyCode: string } {
  return { amount: toDecimal({ minor, currency }), currencyCode: currency };
}

/** Basis points as a percentage in decimal text without needless zeros: 1250 → "12.5". */
export function percentText(rateBps: number): string {
  const whole = Math.trunc(rateBps / 100);
  const rest = String(rateBps % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return rest === "" ? String(whole) : `${whole}.${rest}`;
}

/** An instant as ISO 8601, or null. */
export function instantOrNull(at: Date | null): string | null {
  return at ? at.toISOString() : null;
}
