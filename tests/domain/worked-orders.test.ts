import { expect, test } from "vitest";
import type { Evaluation } from "#app/domain/commission.ts";
import { evaluated, fixedOf, lineOf, orderOf, percentOf, refundOf, shippingOf } from "./order-of.ts";

/** Orders worked out by hand from docs/ledger.md. Every literal is in minor units; the arithmetic stands above it. */

const standing = (of: Evaluation): bigint => of.currentMinor;
const returned = (lineId: string, quantity: number, subtotalMinor: bigint, taxMinor = 0n) => {
  return { lineId, quantity, subtotalMinor, taxMinor };
};

test("M8: three lines round each for itself", () => {
  // 10 % of 0.05 = 0.005 → 0.01; three times 0.01 = 0.03 (of the sum 0.15 it would be 0.015 → 0.02).
  const facts = orderOf({ lines: [lineOf("1", 5n), lineOf("2", 5n), lineOf("3", 5n)] });
  expect(standing(evaluated(percentOf(10), facts))).toBe(3n);
});

test("M7: discounts of a line come off, its tax on top does not matter", () => {
  // 2 × 24.95 = 49.90; − 4.99 = 44.91; 12 % = 5.3892 → 5.39.
  const line = lineOf("1", 2495n, { quantity: 2, discountMinor: 499n, taxMinor: 359n });
  expect(standing(evaluated(percentOf(12), orderOf({ lines: [line] })))).toBe(539n);
});

test("M7: tax inside the price comes off", () => {
  // 60.00 with 20 % inside: tax 10.00, net 50.00; 8 % = 4.00.
  const lines = [lineOf("1", 6000n, { taxMinor: 1000n })];
  expect(standing(evaluated(percentOf(8), orderOf({ taxesIncluded: true, lines })))).toBe(400n);
});

test("M7: tax inside the price counts where the terms take tax in", () => {
  // With prices that include tax: 8 % of 60.00 = 4.80.
  const lines = [lineOf("1", 6000n, { taxMinor: 1000n })];
  expect(standing(evaluated(percentOf(8, { tax: true }), orderOf({ taxesIncluded: true, lines })))).toBe(
    480n,
  );
});

test("M7: a code entitled to one line lowers that line alone", () => {
  // Line 1: 30.00 − 50 % (15.00) = 15.00 → 1.50; line 2: 20.00 → 2.00; together 3.50.
  const facts = orderOf({ lines: [lineOf("1", 3000n, { discountMinor: 1500n }), lineOf("2", 2000n)] });
  const result = evaluated(percentOf(10), facts);
  expect(result.lines.map((line) => line.currentMinor)).toEqual([150n, 200n]);
  expect(standing(result)).toBe(350n);
});

test("M7: a gift card as goods is out unless the terms take it in", () => {
  // 25.00 goods and a gift card of 50.00: 10 % = 2.50, or 2.50 + 5.00 = 7.50.
  const facts = orderOf({ lines: [lineOf("1", 2500n), lineOf("2", 5000n, { giftCard: true })] });
  expect(standing(evaluated(percentOf(10), facts))).toBe(250n);
  expect(standing(evaluated(percentOf(10, { giftCards: true }), facts))).toBe(750n);
});

test("M7: tip, shipping and duties are out unless the terms take them in", () => {
  // 40.00 goods → 4.00. Tip 6.00 → 0.60, shipping 9.95 → 0.995 → 1.00, duties 3.00 → 0.30.
  const facts = orderOf({
    lines: [lineOf("1", 4000n)],
    shipping: [shippingOf(995n)],
    tipMinor: 600n,
    dutiesMinor: 300n,
  });
  expect(standing(evaluated(percentOf(10), facts))).toBe(400n);
  expect(standing(evaluated(percentOf(10, { tips: true }), facts))).toBe(460n);
  expect(standing(evaluated(percentOf(10, { shipping: true }), facts))).toBe(500n);
  expect(standing(evaluated(percentOf(10, { duties: true }), facts))).toBe(430n);
});

test("M7: a tip that the platform lists as a line is a tip", () => {
  // 40.00 goods → 4.00; the tip line of 6.00 is out.
  const facts = orderOf({ lines: [lineOf("1", 4000n), lineOf("2", 600n, { tip: true })] });
  expect(standing(evaluated(percentOf(10), facts))).toBe(400n);
});

test("M8: a share of a fixed amount never grows, even when a discount is removed", () => {
  // 5.00 cut by a base of 10.00; without the discount 20.00 are left, and still 5.00 stand.
  const line = lineOf("1", 2000n);
  const before = evaluated(fixedOf(500n), orderOf({ lines: [{ ...line, discountMinor: 1000n }] }));
  expect(standing(evaluated(fixedOf(500n), orderOf({ lines: [line] }), before.inputs))).toBe(500n);
});

test("M8: a fixed amount is cut by net with the odd cent to the largest remainder", () => {
  // 10.00 over 20.00, 20.00, 20.00: 3.33 each and one cent left; equal remainders, so the lowest id has it.
  const facts = orderOf({ lines: [lineOf("10", 2000n), lineOf("9", 2000n), lineOf("11", 2000n)] });
  const result = evaluated(fixedOf(1000n), facts);
  expect(result.lines.map((line) => [line.lineId, line.currentMinor])).toEqual([
    ["10", 333n],
    ["9", 334n],
    ["11", 333n],
  ]);
  expect(standing(result)).toBe(1000n);
});

test("M8: a share of a fixed amount shrinks with its line", () => {
  // 5.00 over 30.00 and 10.00: 3.75 and 1.25. 20.00 of line 1 returned: 3.75 × 10 ÷ 30 = 1.25; together 2.50.
  const facts = orderOf({
    lines: [lineOf("1", 1000n, { quantity: 3, currentQuantity: 1 }), lineOf("2", 1000n)],
    refunds: [refundOf("1", { lines: [returned("1", 2, 2000n)] })],
  });
  expect(standing(evaluated(fixedOf(500n), facts))).toBe(250n);
});

test("M8: a line added by an edit takes nothing of a fixed amount that was cut before", () => {
  // 5.00 over line 1 alone; the later line of 95.00 changes nothing, whether the facts or the inputs say so.
  const before = evaluated(fixedOf(500n), orderOf({ lines: [lineOf("1", 500n)] }));
  const edited = orderOf({ lines: [lineOf("1", 500n), lineOf("2", 9500n)] });
  expect(evaluated(fixedOf(500n), edited, before.inputs).lines.map((line) => line.currentMinor)).toEqual([
    500n,
    0n,
  ]);
  const told = evaluated(fixedOf(500n), { ...edited, linesAddedLater: ["2"] });
  expect(told.lines.map((line) => line.currentMinor)).toEqual([500n, 0n]);
});

test("a line added by an edit earns its percentage", () => {
  // 10.00 → 1.00, and 15.00 added → 1.50.
  const facts = orderOf({ lines: [lineOf("1", 1000n), lineOf("2", 1500n)], linesAddedLater: ["2"] });
  expect(standing(evaluated(percentOf(10), facts))).toBe(250n);
});

test("zero-decimal currency: yen round to yen", () => {
  // 1,999 yen, 7.5 % = 149.925 → 150 yen.
  const facts = orderOf({ currency: "JPY", lines: [lineOf("1", 1999n)] });
  expect(standing(evaluated(percentOf(7.5), facts))).toBe(150n);
});

test("three-decimal currency: dinars round to fils", () => {
  // 12.345 dinars, 12.5 % = 1.543125 → 1.543.
  const facts = orderOf({ currency: "KWD", lines: [lineOf("1", 12345n)] });
  expect(standing(evaluated(percentOf(12.5), facts))).toBe(1543n);
});

test("M11: a test order earns nothing and says so", () => {
  // 10 % of 70.00 would be 7.00; of a test order the original is 0.00, so 0.00 stand.
  const result = evaluated(percentOf(10), orderOf({ test: true, lines: [lineOf("1", 7000n)] }));
  expect([result.originalMinor, result.currentMinor, result.uncreditedReason]).toEqual([
    0n,
    0n,
    "test-order",
  ]);
});

test("M18: a fixed amount in another currency earns nothing and says so", () => {
  // 70.00 USD, and 5.00 EUR are fixed: nothing is converted, and no amount is named in USD, so 0.00 stand.
  const result = evaluated(fixedOf(500n, "EUR"), orderOf({ lines: [lineOf("1", 7000n)] }));
  expect([result.currentMinor, result.uncreditedReason]).toEqual([0n, "fixed-amount-other-currency"]);
});

test("a free order and a commission below half a cent have reasons of their own", () => {
  // 100 % off leaves a base of nothing; 10 % of 0.04 = 0.004 → 0.00.
  const free = orderOf({ lines: [lineOf("1", 3000n, { discountMinor: 3000n })] });
  expect(evaluated(percentOf(10), free).uncreditedReason).toBe("nothing-commissionable");
  expect(evaluated(fixedOf(500n), free).uncreditedReason).toBe("nothing-commissionable");
  const tiny = evaluated(percentOf(10), orderOf({ lines: [lineOf("1", 4n)] }));
  expect(tiny.uncreditedReason).toBe("rounded-to-nothing");
});
