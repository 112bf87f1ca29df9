import { expect, test } from "vitest";
import type { Evaluation } from "#app/domain/commission.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import {
  discrepancyOf,
  evaluated,
  fixedOf,
  lineOf,
  orderOf,
  percentOf,
  refundOf,
  shippingOf,
} from "./order-of.ts";

/** Edits, exchanges and disputes worked out by hand from docs/ledger.md; minor units, the arithmetic above each. */

const amounts = (of: Evaluation): bigint[] => [of.originalMinor, of.currentMinor];
const byLine = (of: Evaluation): bigint[] => of.lines.map((line) => line.currentMinor);
/** So many pieces of one line, of which some are left. */
const pieces = (price: bigint, quantity: number, currentQuantity = quantity): OrderFacts =>
  orderWith(lineOf("1", price, { quantity, currentQuantity }));
const orderWith = (...lines: OrderFacts["lines"]): OrderFacts => orderOf({ lines });

test("a line that an edit adds earns its percentage, rounded for itself", () => {
  // 19.99 → 1.999 → 2.00; added 3 × 4.15 = 12.45 → 1.245 → 1.25; together 3.25.
  const facts = orderWith(lineOf("1", 1999n), lineOf("2", 415n, { quantity: 3, currentQuantity: 3 }));
  expect(amounts(evaluated(percentOf(10), { ...facts, linesAddedLater: ["2"] }))).toEqual([325n, 325n]);
});

test("more pieces of a line earn more", () => {
  // 2 × 7.77 = 15.54, 12.5 % = 1.9425 → 1.94; 5 × 7.77 = 38.85 → 4.85625 → 4.86.
  expect(amounts(evaluated(percentOf(12.5), pieces(777n, 2)))).toEqual([194n, 194n]);
  expect(amounts(evaluated(percentOf(12.5), pieces(777n, 5)))).toEqual([486n, 486n]);
});

test("pieces that were added and partly removed again count with the rest", () => {
  // 5 × 7.77 = 38.85, three of them left: 38.85 × 3 ÷ 5 = 23.31; 12.5 % = 2.91375 → 2.91, of 4.86 earned.
  expect(amounts(evaluated(percentOf(12.5), pieces(777n, 5, 3)))).toEqual([486n, 291n]);
});

test("a discount that an edit adds lowers the line", () => {
  // 2 × 30.00 − 10.00 = 50.00; 15 % = 7.50.
  const facts = orderWith(lineOf("1", 3000n, { quantity: 2, discountMinor: 1000n }));
  expect(amounts(evaluated(percentOf(15), facts))).toEqual([750n, 750n]);
});

test("a discount that an edit takes off raises the line", () => {
  // 45.00 − 4.50 = 40.50 → 4.05; without the discount 45.00 → 4.50.
  const line = lineOf("1", 4500n, { discountMinor: 450n });
  expect(amounts(evaluated(percentOf(10), orderWith(line)))).toEqual([405n, 405n]);
  expect(amounts(evaluated(percentOf(10), orderWith({ ...line, discountMinor: 0n })))).toEqual([450n, 450n]);
});

test("a removed piece takes its part of a discount that does not divide", () => {
  // 3 × 10.00 − 1.00 = 29.00; 29.00 × 2 ÷ 3 = 19.333 → 19.33; 10 % = 1.933 → 1.93, of 2.90 earned.
  const facts = orderWith(lineOf("1", 1000n, { quantity: 3, currentQuantity: 2, discountMinor: 100n }));
  expect(amounts(evaluated(percentOf(10), facts))).toEqual([290n, 193n]);
});

test("a piece removed and a piece refunded of one line are two pieces", () => {
  // 4 × 25.00 = 100.00; one removed: 75.00; one refunded at 25.00: 50.00; 8 % = 4.00, of 8.00 earned.
  const facts = orderOf({
    lines: [lineOf("1", 2500n, { quantity: 4, currentQuantity: 2 })],
    refunds: [refundOf("1", { lines: [{ lineId: "1", quantity: 1, subtotalMinor: 2500n, taxMinor: 0n }] })],
  });
  expect(amounts(evaluated(percentOf(8), facts))).toEqual([800n, 400n]);
});

test("a line that is removed entirely, with prices that include tax", () => {
  // 2 × 12.00 with 4.00 tax: net 20.00, gone; 30.00 with 5.00 tax: net 25.00 → 2.50, of 4.50 earned.
  const facts = orderOf({
    taxesIncluded: true,
    lines: [
      lineOf("1", 1200n, { quantity: 2, currentQuantity: 0, taxMinor: 400n }),
      lineOf("2", 3000n, { currentQuantity: 1, taxMinor: 500n }),
    ],
  });
  expect(amounts(evaluated(percentOf(10), facts))).toEqual([450n, 250n]);
});

test("an exchange for the same price leaves the commission as it was", () => {
  // 40.00 removed, 40.00 added: 4.00 and 4.00 earned, 4.00 stand.
  const facts = orderWith(lineOf("1", 4000n, { currentQuantity: 0 }), lineOf("2", 4000n));
  expect(amounts(evaluated(percentOf(10), { ...facts, linesAddedLater: ["2"] }))).toEqual([800n, 400n]);
});

test("an exchange that the platform writes as a return without money", () => {
  // 40.00 came back, 55.00 went out: 10 % of 55.00 = 5.50.
  const facts = orderOf({
    lines: [lineOf("1", 4000n, { currentQuantity: 0 }), lineOf("2", 5500n, { currentQuantity: 1 })],
    linesAddedLater: ["2"],
    refunds: [refundOf("1", { lines: [{ lineId: "1", quantity: 1, subtotalMinor: 4000n, taxMinor: 0n }] })],
  });
  expect(amounts(evaluated(percentOf(10), facts))).toEqual([950n, 550n]);
});

test("M8: a fixed amount goes with the goods that it was cut over, whatever comes in exchange", () => {
  // 10.00 over 60.00 and 40.00: 6.00 and 4.00. The 60.00 are exchanged for 90.00: 4.00 stand.
  const before = evaluated(fixedOf(1000n), orderWith(lineOf("1", 6000n), lineOf("2", 4000n)));
  const facts = orderOf({
    lines: [lineOf("1", 6000n, { currentQuantity: 0 }), lineOf("2", 4000n), lineOf("3", 9000n)],
    linesAddedLater: ["3"],
  });
  expect(byLine(evaluated(fixedOf(1000n), facts, before.inputs))).toEqual([0n, 400n, 0n]);
});

test("M8: with all the goods exchanged a fixed amount is gone, and says why", () => {
  // 10.00 over 60.00, which are exchanged for 90.00: nothing stands.
  const before = evaluated(fixedOf(1000n), orderWith(lineOf("1", 6000n)));
  const facts = orderWith(lineOf("1", 6000n, { currentQuantity: 0 }), lineOf("2", 9000n));
  const after = evaluated(fixedOf(1000n), { ...facts, linesAddedLater: ["2"] }, before.inputs);
  expect([...amounts(after), after.uncreditedReason]).toEqual([1000n, 0n, "fixed-lines-gone"]);
});

test("M8: a line that proves to have come later gives its share to the others, by the first cut", () => {
  // 9.00 over 10.00, 20.00 and 60.00: 1.00, 2.00, 6.00. The 60.00 came later: 9.00 over 10.00 and 20.00: 3.00, 6.00.
  const facts = orderWith(lineOf("1", 1000n), lineOf("2", 2000n), lineOf("3", 6000n));
  const before = evaluated(fixedOf(900n), facts);
  expect(byLine(before)).toEqual([100n, 200n, 600n]);
  const told = { ...facts, linesAddedLater: ["3"] };
  expect(byLine(evaluated(fixedOf(900n), told, before.inputs))).toEqual([300n, 600n, 0n]);
  // Equal to the result if it had been known from the beginning.
  expect(byLine(evaluated(fixedOf(900n), told))).toEqual([300n, 600n, 0n]);
});

test("M8: taking pieces off and putting them back leaves a fixed amount as it was", () => {
  // 5.00 over 4 × 5.00; one piece left: 5.00 × 5.00 ÷ 20.00 = 1.25; all four again: 5.00.
  const { inputs } = evaluated(fixedOf(500n), pieces(500n, 4));
  expect(byLine(evaluated(fixedOf(500n), pieces(500n, 4, 1), inputs))).toEqual([125n]);
  expect(byLine(evaluated(fixedOf(500n), pieces(500n, 4), inputs))).toEqual([500n]);
});

test("three-decimal currency: an added line of dinars", () => {
  // 3 × 0.505 = 1.515 dinars, 10 % = 0.1515 → 0.152; 2.000 beside it → 0.200.
  const lines = [lineOf("1", 2000n), lineOf("2", 505n, { quantity: 3, currentQuantity: 3 })];
  const facts = orderOf({ currency: "KWD", lines, linesAddedLater: ["2"] });
  expect(byLine(evaluated(percentOf(10), facts))).toEqual([200n, 152n]);
});

test("M9: an amount-only refund after an edit is spread over the present charges", () => {
  // 60.00 and, added, 30.00 and 10.00 shipping: 100.00 charged, 20.00 back: goods 48.00 and 24.00 → 4.80 and 2.40.
  const facts = orderOf({
    lines: [lineOf("1", 6000n), lineOf("2", 3000n)],
    linesAddedLater: ["2"],
    shipping: [shippingOf(1000n)],
    refunds: [refundOf("1", { adjustments: [discrepancyOf(-2000n)] })],
  });
  expect(byLine(evaluated(percentOf(10), facts)).slice(0, 2)).toEqual([480n, 240n]);
});

test("M9: an amount-only refund takes its part of duties", () => {
  // 90.00 goods and 10.00 duties, 20.00 back: 72.00 and 8.00; 10 % = 7.20, or 8.00 with the duties.
  const facts = orderOf({
    lines: [lineOf("1", 9000n)],
    dutiesMinor: 1000n,
    refunds: [refundOf("1", { adjustments: [discrepancyOf(-2000n)] })],
  });
  expect(evaluated(percentOf(10), facts).currentMinor).toBe(720n);
  expect(evaluated(percentOf(10, { duties: true }), facts).currentMinor).toBe(800n);
});

test("M10: a dispute that is won keeps the commission after refunds, a lost one leaves nothing", () => {
  // 80.00, 30.00 given back: 50.00 → 5.00.
  const facts = orderOf({
    lines: [lineOf("1", 8000n)],
    refunds: [refundOf("1", { adjustments: [discrepancyOf(-3000n)] })],
  });
  const amountsWhen = (dispute: OrderFacts["dispute"]) =>
    amounts(evaluated(percentOf(10), { ...facts, dispute }));
  expect([amountsWhen("won"), amountsWhen("lost")]).toEqual([
    [800n, 500n],
    [800n, 0n],
  ]);
});
