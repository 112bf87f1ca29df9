import { describe, expect, it } from "vitest";
import { toDecimal } from "#app/domain/money.ts";
import { refundedOf } from "#app/domain/fraud/rules.ts";
import { sampleOrder } from "#app/domain/sample-order.ts";
import type { RefundFacts } from "#app/domain/refund-facts.ts";
import type { Pay } from "#app/domain/terms/terms.ts";
import { percentOf } from "./order-of.ts";

function sampled(commission: Pay, currency: string): string[] {
  const sample = sampleOrder({ ...percentOf(10), commission }, currency);
  return [sample.order, sample.commission, sample.afterReturn].map(toDecimal);
}

describe("a sample order", () => {
  it.each([
    [1000, "USD", ["100.00", "10.00", "5.00"]],
    [1250, "USD", ["100.00", "12.50", "6.25"]],
    [1, "JPY", ["100", "0", "0"]],
    [333, "KWD", ["100.000", "3.330", "1.665"]],
  ])("at %i basis points of %s pays what a real one would", (rateBps, currency, amounts) => {
    expect(sampled({ kind: "percentage", rateBps }, currency)).toEqual(amounts);
  });

  it("at a fixed amount pays it once, and half of it for half of the order", () => {
    expect(sampled({ kind: "fixed", amount: { minor: 700n, currency: "USD" } }, "USD")).toEqual([
      "100.00",
      "7.00",
      "3.50",
    ]);
  });
});

const refund: RefundFacts = {
  id: "1",
  createdAt: "2026-03-01T00:00:00Z",
  asOf: "2026-03-01T00:00:00Z",
  status: "success",
  lines: [{ lineId: "1", quantity: 1, subtotalMinor: 1000n, taxMinor: 200n }],
  shipping: [{ shippingId: null, subtotalMinor: 500n, taxMinor: 0n }],
  adjustments: [],
};

function adjusted(amountMinor: bigint): RefundFacts {
  return { ...refund, adjustments: [{ kind: "discrepancy", amountMinor, taxMinor: 0n }] };
}

describe("what a refund gave back", () => {
  it("has tax on top of the price, or inside it", () => {
    expect(refundedOf(refund, false)).toBe(1700n);
    expect(refundedOf(refund, true)).toBe(1500n);
  });

  it("is less by what was kept, and more by what was added", () => {
    expect(refundedOf(adjusted(300n), false)).toBe(1400n);
    expect(refundedOf(adjusted(-300n), false)).toBe(2000n);
  });
});
