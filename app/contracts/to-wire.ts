import { toDecimal } from "#app/domain/money.ts";

/** Minor units as the API writes money. Screens load this module, so it imports no zod, unlike wire.ts. */
export function moneyToWire(minor: bigint, currency: string): { amount: string; currencyCode: string } {
  return { amount: toDecimal({ minor, currency }), currencyCode: currency };
}

/** An instant as ISO 8601, or null. */
export function instantOrNull(at: Date | null): string | null {
  return at ? at.toISOString() : null;
}
