import { expect, test } from "vitest";
import type { Evaluation } from "#app/domain/commission.ts";
import { discrepancyOf, evaluated, lineOf, orderOf, percentOf, refundOf, shippingOf } from "./order-of.ts";

/** Refunds, returns and cancellations worked out by hand from docs/ledger.md. Every literal is in minor units; the arithmetic stands above it. */

const standing = (of: Evaluation): bigint => of.currentMinor;
const returned = (lineId: string, quantity: number, subtotalMinor: bigint, taxMinor = 0n) => {
  return { lineId, quantity, subtotalMinor, taxMinor };
};
const piece = (id: string) => refundOf(id, { lines: [returned("1", 1, 5000n)] });

test("M9: the amount-only refund of the rules leaves a base of 90 and reverses 1.00", () => {
  // Charged 100.00 + 20.00 tax + 10.00 shipping = 130.00; 13.00 is a tenth of it, so the base loses 10.00.
  const facts = orderOf({
    lines: [lineOf("1", 10000n, { taxMinor: 2000n })],
    shipping: [shippingOf(1000n)],
    refunds: [refundOf("1", { adjustments: [discrepancyOf(-1300n)] })],
  });
  const result = evaluated(percentOf(10), facts);
  expect(result.remainingBaseMinor).toBe(9000n);
  expect(result.originalMinor - result.currentMinor).toBe(100n);
});

test("M9: one piece of three returned", () => {
  // 3 × 19.99 = 59.97 → 15 % = 8.9955 → 9.00; 59.97 − 19.99 = 39.98 → 5.997 → 6.00.
  const facts = orderOf({
    lines: [lineOf("1", 1999n, { quantity: 3, currentQuantity: 2 })],
    refunds: [refundOf("1", { lines: [returned("1", 1, 1999n)] })],
  });
  const result = evaluated(percentOf(15), facts);
  expect([result.originalMinor, result.currentMinor]).toEqual([900n, 600n]);
});

test("M9: a restocking fee that was kept stays in the base", () => {
  // 100.00 + 20.00 tax returned, 12.00 of the 120.00 kept: a tenth, so 10.00 net stays; 10 % = 1.00.
  const facts = orderOf({
    lines: [lineOf("1", 10000n, { taxMinor: 2000n, currentQuantity: 0 })],
    refunds: [
      refundOf("1", { lines: [returned("1", 1, 10000n, 2000n)], adjustments: [discrepancyOf(1200n)] }),
    ],
  });
  expect(standing(evaluated(percentOf(10), facts))).toBe(100n);
});

test("M9: a fee kept of the first piece outlives the return of the second", () => {
  // 2 × 50.00. First return keeps 5.00 of 50.00, the second keeps nothing: 5.00 is left, 10 % = 0.50.
  const facts = orderOf({
    lines: [lineOf("1", 5000n, { quantity: 2, currentQuantity: 0 })],
    refunds: [
      refundOf("1", { lines: [returned("1", 1, 5000n)], adjustments: [discrepancyOf(500n)] }),
      refundOf("2", { lines: [returned("1", 1, 5000n)] }),
    ],
  });
  expect(standing(evaluated(percentOf(10), facts))).toBe(50n);
});

test("M9: money given before the goods came back is not given twice", () => {
  // 100.00; 10.00 given as an amount, then the goods returned for the 90.00 that were left: nothing is kept.
  const facts = orderOf({
    lines: [lineOf("1", 10000n, { currentQuantity: 0 })],
    refunds: [
      refundOf("1", { createdAt: "2026-11-11T09:00:00Z", adjustments: [discrepancyOf(-1000n)] }),
      refundOf("2", { lines: [returned("1", 1, 10000n)], adjustments: [discrepancyOf(1000n)] }),
    ],
  });
  expect(standing(evaluated(percentOf(10), facts))).toBe(0n);
});

test("M9: a pending refund with its discrepancy counts nothing, and a failed one neither", () => {
  // 80.00, 10 % = 8.00, whole while no money has moved.
  const lines = [lineOf("1", 8000n, { currentQuantity: 0 })];
  const goods = { lines: [returned("1", 1, 8000n)] };
  const pending = refundOf("1", { ...goods, status: "pending", adjustments: [discrepancyOf(8000n)] });
  const failed = refundOf("1", { ...goods, status: "failed" });
  expect(standing(evaluated(percentOf(10), orderOf({ lines, refunds: [pending] })))).toBe(800n);
  expect(standing(evaluated(percentOf(10), orderOf({ lines, refunds: [failed] })))).toBe(800n);
});

test("M9: shipping refunded alone leaves the goods, and counts once where the payload says it twice", () => {
  // 50.00 goods and 10.00 shipping, both in the base: 6.00; without the shipping 5.00.
  const refund = refundOf("1", {
    shipping: [{ shippingId: "1", subtotalMinor: 1000n, taxMinor: 0n }],
    adjustments: [{ kind: "shipping-refund", amountMinor: -1000n, taxMinor: 0n }],
  });
  const older = refundOf("1", { adjustments: refund.adjustments });
  const terms = percentOf(10, { shipping: true });
  for (const one of [refund, older]) {
    const facts = orderOf({ lines: [lineOf("1", 5000n)], shipping: [shippingOf(1000n)], refunds: [one] });
    expect(standing(evaluated(terms, facts))).toBe(500n);
  }
});

test("M9: a piece removed by an edit takes its share with it", () => {
  // 3 × 10.00 = 30.00 → 3.00; one piece gone without a refund: 20.00 → 2.00.
  const facts = orderOf({ lines: [lineOf("1", 1000n, { quantity: 3, currentQuantity: 2 })] });
  expect(standing(evaluated(percentOf(10), facts))).toBe(200n);
});

test("M6: what came back whole is zero although an exchange rate left ten cents", () => {
  // 100.00 sold, 99.90 of it in the refund: all pieces are back, so nothing is left (0.10 would earn 0.01).
  const facts = orderOf({
    presentmentCurrency: "CAD",
    lines: [lineOf("1", 10000n, { currentQuantity: 0 })],
    refunds: [refundOf("1", { lines: [returned("1", 1, 9990n)] })],
  });
  expect(standing(evaluated(percentOf(10), facts))).toBe(0n);
});

test("M6: what the platform calls refunded is zero although the amount fell ten cents short", () => {
  // 100.00 sold, 99.90 given back as an amount: 0.10 would be left and earn 0.01. Called refunded, it counts as 0.00.
  const facts = orderOf({
    financialStatus: "refunded",
    lines: [lineOf("1", 10000n)],
    refunds: [refundOf("1", { adjustments: [discrepancyOf(-9990n)] })],
  });
  const result = evaluated(percentOf(10), facts);
  expect([result.currentMinor, result.uncreditedReason]).toEqual([0n, "refunded-whole"]);
});

test("M9: a pending refund counts nothing whether or not its discrepancy holds the tax", () => {
  // 80.00 + 16.00 tax, 10 % = 8.00.
  const goods = { status: "pending", lines: [returned("1", 1, 8000n, 1600n)] } as const;
  for (const amount of [8000n, 9600n]) {
    const refunds = [refundOf("1", { ...goods, adjustments: [discrepancyOf(amount)] })];
    const facts = orderOf({ lines: [lineOf("1", 8000n, { taxMinor: 1600n, currentQuantity: 0 })], refunds });
    expect(standing(evaluated(percentOf(10), facts))).toBe(800n);
  }
});

test("M9: refunds are taken as they were made, though the payload lists the later one first", () => {
  // A and B at 100.00. First 20.00 as an amount: 90.00 and 90.00. Then A comes back and 30.00 of its 100.00 stay: 10.00
  // of them were given before, so 20.00 are kept. A 20.00, B 90.00.
  const amount = refundOf("8", { createdAt: "2026-11-11T09:00:00Z", adjustments: [discrepancyOf(-2000n)] });
  const goods = refundOf("7", { lines: [returned("1", 1, 10000n)], adjustments: [discrepancyOf(3000n)] });
  const facts = orderOf({ lines: [lineOf("1", 10000n), lineOf("2", 10000n)], refunds: [goods, amount] });
  const result = evaluated(percentOf(10), facts);
  expect(result.lines.map((line) => line.remainingNetMinor)).toEqual([2000n, 9000n]);
});

test("M9: a fee that was kept can be given back later", () => {
  // 100.00 returned, 10.00 kept, 4.00 of them given back: 6.00 are left, 10 % = 0.60.
  const kept = refundOf("1", { lines: [returned("1", 1, 10000n)], adjustments: [discrepancyOf(1000n)] });
  const given = refundOf("2", { createdAt: "2026-11-13T09:00:00Z", adjustments: [discrepancyOf(-400n)] });
  const facts = orderOf({ lines: [lineOf("1", 10000n)], refunds: [kept, given] });
  expect(standing(evaluated(percentOf(10), facts))).toBe(60n);
});

test("M9: a discrepancy answers for what was given of the pieces that come back, and leaves the other goods alone", () => {
  // A 2 × 50.00, B 100.00. 20.00 as an amount: A 90.00, B 90.00. Each piece of A then comes back for the 45.00 that were
  // left of it (named 50.00, 5.00 held back): nothing is kept of A, and B stays at 90.00.
  const amount = refundOf("1", { createdAt: "2026-11-11T09:00:00Z", adjustments: [discrepancyOf(-2000n)] });
  const less = { adjustments: [discrepancyOf(500n)] };
  const facts = orderOf({
    lines: [lineOf("1", 5000n, { quantity: 2 }), lineOf("2", 10000n)],
    refunds: [amount, { ...piece("2"), ...less }, { ...piece("3"), ...less }],
  });
  const result = evaluated(percentOf(10), facts);
  expect(result.lines.map((line) => line.remainingNetMinor)).toEqual([0n, 9000n]);
});

test("M9: what was given twice is borne by the rest of the order, once", () => {
  // A 2 × 50.00, B 100.00. 10.00 as an amount: A 95.00, B 95.00. Both pieces of A come back at 50.00: A held 95.00, so
  // B bears 5.00. A third claim on A finds nothing and takes nothing more: B 90.00.
  const amount = refundOf("1", { createdAt: "2026-11-11T09:00:00Z", adjustments: [discrepancyOf(-1000n)] });
  const facts = orderOf({
    lines: [lineOf("1", 5000n, { quantity: 2 }), lineOf("2", 10000n)],
    refunds: [amount, piece("2"), piece("3"), piece("4")],
  });
  const result = evaluated(percentOf(10), facts);
  expect(result.lines.map((line) => line.remainingNetMinor)).toEqual([0n, 9000n]);
});

test("M9: a canceled, a deleted and a lost order have no current commission and keep what they earned", () => {
  // 10 % of 70.00 = 7.00 earned, nothing stands.
  const lines = [lineOf("1", 7000n)];
  const cancelled = evaluated(percentOf(10), orderOf({ lines, cancelledAt: "2026-11-11T00:00:00Z" }));
  expect([cancelled.originalMinor, cancelled.currentMinor, cancelled.uncreditedReason]).toEqual([
    700n,
    0n,
    "cancelled",
  ]);
  expect(evaluated(percentOf(10), orderOf({ lines, deleted: true })).uncreditedReason).toBe("deleted");
  expect(evaluated(percentOf(10), orderOf({ lines, dispute: "lost" })).uncreditedReason).toBe("dispute-lost");
  expect(standing(evaluated(percentOf(10), orderOf({ lines, dispute: "open" })))).toBe(700n);
});
