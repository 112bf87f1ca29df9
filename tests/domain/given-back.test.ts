import { describe, expect, it } from "vitest";
import { refundedOf } from "#app/domain/fraud/rules.ts";
import type { RefundFacts } from "#app/domain/refund-facts.ts";

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
