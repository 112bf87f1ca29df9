import fc from "fast-check";
import type { LineFacts, OrderFacts } from "#app/domain/order.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { RefundFacts } from "#app/domain/refund-facts.ts";
import { discrepancyOf, fixedOf, lineOf, orderOf, percentOf, refundOf, shippingOf } from "./order-of.ts";

/** Random orders and refunds for properties; all in one currency, amounts small enough to shrink to something readable. */

const minor = (max: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: BigInt(max) });

const line = fc
  .record({
    price: minor(50_000),
    quantity: fc.integer({ min: 1, max: 5 }),
    discountPercent: fc.integer({ min: 0, max: 100 }),
    taxPercent: fc.integer({ min: 0, max: 25 }),
    giftCard: fc.boolean(),
  })
  .map(({ price, quantity, discountPercent, taxPercent, giftCard }): LineFacts => {
    const gross = price * BigInt(quantity);
    const discountMinor = (gross * BigInt(discountPercent)) / 100n;
    const taxMinor = ((gross - discountMinor) * BigInt(taxPercent)) / 100n;
    return lineOf("?", price, { quantity, discountMinor, taxMinor, giftCard });
  });

/** Orders without refunds; ids are given by place. */
export const anyOrder: fc.Arbitrary<OrderFacts> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    taxesIncluded: fc.boolean(),
    shipping: minor(3000),
    tip: minor(2000),
    duties: minor(2000),
    currency: fc.constantFrom("USD", "JPY", "KWD"),
  })
  .map(({ lines, taxesIncluded, shipping, tip, duties, currency }) =>
    orderOf({
      currency,
      taxesIncluded,
      lines: lines.map((one, index) => ({ ...one, id: String(index + 8) })),
      shipping: [shippingOf(shipping, shipping / 10n)],
      tipMinor: tip,
      dutiesMinor: duties,
    }),
  );

const anyBase = fc.record({
  shipping: fc.boolean(),
  tax: fc.boolean(),
  tips: fc.boolean(),
  giftCards: fc.boolean(),
  duties: fc.boolean(),
});

export const anyTerms = (currency: string): fc.Arbitrary<ProgramTerms> =>
  fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 100 }), anyBase).map(([percent, base]) => percentOf(percent, base)),
    fc
      .tuple(fc.bigInt({ min: 1n, max: 20_000n }), anyBase)
      .map(([amount, base]) => fixedOf(amount, currency, base)),
  );

/** Amounts of a refunded part of a line, in a refund's form: the tax is inside if prices include it. */
export function subtotalOf(bought: LineFacts, pieces: number): { subtotalMinor: bigint; taxMinor: bigint } {
  const part = (whole: bigint): bigint => (whole * BigInt(pieces)) / BigInt(bought.quantity);
  return {
    subtotalMinor: part(bought.priceMinor * BigInt(bought.quantity) - bought.discountMinor),
    taxMinor: part(bought.taxMinor),
  };
}

/** One refund that could happen to the order: some pieces, perhaps a discrepancy, in any status. */
const anyRefund = (facts: OrderFacts): fc.Arbitrary<Omit<RefundFacts, "id" | "createdAt" | "asOf">> =>
  fc
    .record({
      at: fc.nat(facts.lines.length - 1),
      pieces: fc.integer({ min: 0, max: 3 }),
      discrepancy: fc.oneof(fc.constant(0), fc.integer({ min: -3000, max: 3000 })),
      shipping: fc.boolean(),
      status: fc.constantFrom("success", "success", "pending", "failed"),
    })
    .map(({ at, pieces, discrepancy, shipping, status }) => {
      const bought = facts.lines[at];
      const quantity = Math.min(pieces, bought?.quantity ?? 0);
      const lines =
        bought === undefined || quantity === 0
          ? []
          : [{ lineId: bought.id, quantity, ...subtotalOf(bought, quantity) }];
      return {
        status,
        lines,
        shipping: shipping ? [{ shippingId: null, subtotalMinor: 500n, taxMinor: 50n }] : [],
        adjustments: discrepancy === 0 ? [] : [discrepancyOf(BigInt(discrepancy))],
      };
    });

/** An order, terms in its currency, and refunds that could happen to it. */
export const anyHistory: fc.Arbitrary<{ facts: OrderFacts; terms: ProgramTerms; refunds: RefundFacts[] }> =
  anyOrder.chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      terms: anyTerms(facts.currency),
      refunds: fc
        .array(anyRefund(facts), { maxLength: 4 })
        .map((all) => all.map((one, index) => datedRefund(one, index + 1))),
    }),
  );

function datedRefund(parts: Partial<RefundFacts>, number: number): RefundFacts {
  const createdAt = `2026-11-${String(10 + number)}T09:00:00Z`;
  return refundOf(String(number), { ...parts, createdAt, asOf: createdAt });
}

/** The refund that gives everything back: all pieces, all shipping. */
export function fullRefundOf(facts: OrderFacts): RefundFacts {
  return refundOf("99", {
    createdAt: "2026-11-29T09:00:00Z",
    asOf: "2026-11-29T09:00:00Z",
    lines: facts.lines.map((one) => ({
      lineId: one.id,
      quantity: one.quantity,
      ...subtotalOf(one, one.quantity),
    })),
    shipping: facts.shipping.map((one) => ({
      shippingId: one.id,
      subtotalMinor: one.priceMinor,
      taxMinor: one.taxMinor,
    })),
  });
}
