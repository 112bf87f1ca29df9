import { describe, expect, it } from "vitest";
import { noCaps } from "#app/domain/terms/terms.ts";
import { discrepancyOf, lineOf, orderOf, refundOf, shippingOf } from "./order-of.ts";
import {
  again,
  amounts,
  earnedByLine,
  first,
  fixed,
  none,
  percent,
  perItem,
  ruleOf,
  currentByLine,
  termsOf,
  usd,
} from "./terms-of.ts";

// Worked out by hand from docs/ledger.md and docs/terms.md before the code was run. Amounts in cents.
const shoes = { productId: "11", vendor: "Hill" };
const hats = { productId: "22", vendor: "Vale" };
const back = (lineId: string, quantity: number, subtotalMinor: bigint) => ({
  lineId,
  quantity,
  subtotalMinor,
  taxMinor: 0n,
});

describe("T1: the first rule that matches a line pays for that line", () => {
  const ofHill = ruleOf("a", { kind: "vendor", op: "any-of", values: ["HILL "] }, percent(20));
  const noHats = ruleOf("b", { kind: "product", op: "any-of", values: ["22"] }, none);
  const order = orderOf({ lines: [lineOf("1", 5000n, shoes), lineOf("2", 3000n, hats), lineOf("3", 1005n)] });

  it("20 % of 50.00 = 10.00; nothing for hats; 10 % of 10.05 = 1.005, half away from zero 1.01", () => {
    const evaluation = first(termsOf({ rules: [ofHill, noHats] }), order);
    expect(earnedByLine(evaluation)).toEqual([1000n, 0n, 101n]);
    expect(evaluation.lines.map((line) => line.ruleId)).toEqual(["a", "b", null]);
  });

  it("a rule that always applies, put first, takes everything: 5 % of 50.00, 30.00, 10.05", () => {
    const all = ruleOf("z", { kind: "all", of: [] }, percent(5));
    expect(earnedByLine(first(termsOf({ rules: [all, ofHill] }), order))).toEqual([250n, 150n, 50n]);
  });

  it("says that the terms pay nothing when the only rule that matched pays nothing", () => {
    const onlyHats = orderOf({ lines: [lineOf("2", 3000n, hats)] });
    const evaluation = first(termsOf({ rules: [noHats] }), onlyHats);
    expect([evaluation.currentMinor, evaluation.uncreditedReason]).toEqual([0n, "no-commission-rule"]);
  });

  it("nor is a tip that is a line: 10 % of 6.00, though its vendor is not Vale", () => {
    const terms = termsOf({
      rules: [ruleOf("a", { kind: "vendor", op: "none-of", values: ["Vale"] }, percent(50))],
    });
    const withTips = { ...terms, base: { ...terms.base, tips: true } };
    const sold = orderOf({ lines: [lineOf("1", 2000n, shoes), lineOf("2", 600n, { tip: true })] });
    expect(earnedByLine(first(withTips, sold))).toEqual([1000n, 60n]);
  });

  it("shipping is no matter of goods: a rule about vendors leaves it to the fallback, 10 % of 8.00", () => {
    const terms = termsOf({
      rules: [ruleOf("a", { kind: "vendor", op: "none-of", values: ["Vale"] }, percent(50))],
    });
    const withShipping = { ...terms, base: { ...terms.base, shipping: true } };
    const sold = orderOf({ lines: [lineOf("1", 2000n, shoes)], shipping: [shippingOf(800n)] });
    expect(earnedByLine(first(withShipping, sold))).toEqual([1000n, 80n]);
  });
});

describe("T5: kinds of pay", () => {
  const perPiece = termsOf({ commission: perItem(250n) });

  it("2.50 × 3 pieces = 7.50; one of three back: 7.50 × 66.67 ÷ 100.00 = 5.00025 → 5.00", () => {
    // 3 × 34.00 − 2.00 = 100.00; the platform gives 33.33 back for one piece.
    const line = lineOf("1", 3400n, { quantity: 3, discountMinor: 200n });
    const refund = refundOf("1", { lines: [back("1", 1, 3333n)] });
    expect(amounts(first(perPiece, orderOf({ lines: [line], refunds: [refund] })))).toEqual([750n, 500n]);
  });

  it("an amount-only refund lowers it like money: 4 pieces at 2.50 of 40.00, 10.00 given back: 7.50", () => {
    const refund = refundOf("1", { adjustments: [discrepancyOf(-1000n)] });
    const sold = orderOf({ lines: [lineOf("1", 1000n, { quantity: 4 })], refunds: [refund] });
    expect(amounts(first(perPiece, sold))).toEqual([1000n, 750n]);
  });

  it("goods given away free earn nothing, however many", () => {
    const free = lineOf("1", 1000n, { quantity: 4, discountMinor: 4000n });
    expect(amounts(first(perPiece, orderOf({ lines: [free] })))).toEqual([0n, 0n]);
  });

  it("a fixed amount is cut over the lines of its own rule: 9.00 over 50.00 and 25.00 is 6.00 and 3.00", () => {
    const terms = termsOf({
      rules: [ruleOf("a", { kind: "vendor", op: "any-of", values: ["Hill"] }, fixed(900n))],
    });
    const sold = orderOf({
      lines: [lineOf("1", 5000n, shoes), lineOf("2", 2000n, hats), lineOf("3", 2500n, shoes)],
    });
    expect(earnedByLine(first(terms, sold))).toEqual([600n, 200n, 300n]);
  });

  it("two rules with amounts pay both: 4.00 for shoes, 1.00 for the rest", () => {
    const terms = termsOf({
      rules: [ruleOf("a", { kind: "product", op: "any-of", values: ["11"] }, fixed(400n))],
      commission: fixed(100n),
    });
    const sold = orderOf({ lines: [lineOf("1", 100n, shoes), lineOf("2", 9900n, hats)] });
    expect(earnedByLine(first(terms, sold))).toEqual([400n, 100n]);
  });
});

describe("T6: tiers choose by what was reached before", () => {
  const month = { kind: "calendar", unit: "month" } as const;
  const steps = [
    { atLeast: { measure: "orders", count: 10 }, pay: percent(12) },
    { atLeast: { measure: "orders", count: 50 }, pay: fixed(2000n) },
  ] as const;
  const terms = termsOf({ commission: { kind: "tiered", period: month, below: percent(8), steps } });
  const sold = orderOf({ lines: [lineOf("1", 10_000n)] });

  it.each([
    [0, 800n],
    [9, 800n],
    [10, 1200n],
    [49, 1200n],
    [50, 2000n],
  ])("with %i orders before, 100.00 earn %i", (orders, earned) => {
    const reached = { fallback: { orders, salesMinor: 0n } };
    expect(first(terms, sold, { reached }).originalMinor).toBe(earned);
  });

  it("by sales the threshold itself is reached", () => {
    const bySales = termsOf({
      commission: {
        kind: "tiered",
        period: { kind: "ever" },
        below: none,
        steps: [{ atLeast: { measure: "sales", amount: usd(50_000n) }, pay: percent(10) }],
      },
    });
    const earned = [49_999n, 50_000n].map((salesMinor) => {
      return first(bySales, sold, { reached: { fallback: { orders: 1, salesMinor } } }).originalMinor;
    });
    expect(earned).toEqual([0n, 1000n]);
  });

  it("sales do not reach an amount in another currency, however large its number is (M18)", () => {
    // 500.00 USD are 50,000 minor units, and so are 50,000 JPY: 100,000 JPY reach no amount in USD. 8 % of 10,000 JPY.
    const atLeast = { measure: "sales", amount: usd(50_000n) } as const;
    const bySales = termsOf({
      commission: {
        kind: "tiered",
        period: month,
        below: percent(8),
        steps: [{ atLeast, pay: percent(12) }],
      },
    });
    const inYen = { ...sold, currency: "JPY" };
    const reached = { fallback: { orders: 20, salesMinor: 100_000n } };
    expect(first(bySales, inYen, { reached }).originalMinor).toBe(800n);
    expect(first(bySales, sold, { reached }).originalMinor).toBe(1200n);
  });

  it("what was read the first time stays, whatever is reached later", () => {
    const { inputs } = first(terms, sold, { reached: { fallback: { orders: 9, salesMinor: 0n } } });
    const half = { ...sold, refunds: [refundOf("1", { adjustments: [discrepancyOf(-5000n)] })] };
    expect(amounts(again(terms, half, inputs))).toEqual([800n, 400n]);
  });
});

describe("T7: discounts may count", () => {
  const terms = termsOf();
  const before = { ...terms, base: { ...terms.base, beforeDiscounts: true } };
  const line = lineOf("1", 5000n, { quantity: 2, discountMinor: 2000n });

  it("10 % of 2 × 50.00 without the 20.00 taken off; half back leaves 80 ÷ 2 + 20 ÷ 2 = 50.00", () => {
    const refund = refundOf("1", { lines: [back("1", 1, 4000n)] });
    expect(amounts(first(before, orderOf({ lines: [line], refunds: [refund] })))).toEqual([1000n, 500n]);
  });

  it("a line given away free counts by its pieces: 3 × 10.00, one back, 10 % of 20.00", () => {
    const free = lineOf("1", 1000n, { quantity: 3, discountMinor: 3000n });
    const refund = refundOf("1", { lines: [back("1", 1, 0n)] });
    expect(amounts(first(before, orderOf({ lines: [free], refunds: [refund] })))).toEqual([300n, 200n]);
  });

  it("after an amount-only refund of everything nothing is left of it", () => {
    const refund = refundOf("1", { adjustments: [discrepancyOf(-8000n)] });
    expect(amounts(first(before, orderOf({ lines: [line], refunds: [refund] })))).toEqual([1000n, 0n]);
  });
});

describe("T8: a cap for the order", () => {
  const terms = termsOf({ caps: { ...noCaps, perOrder: usd(1000n) } });
  const sold = orderOf({ lines: [lineOf("1", 10_000n), lineOf("2", 5000n)] });

  it("15.00 become 10.00, cut by base: 6.67 and 3.33", () => {
    expect(earnedByLine(first(terms, sold))).toEqual([667n, 333n]);
  });

  it("half of the first line back: 6.67 × 50 ÷ 100 = 3.335 → 3.34, next to 3.33", () => {
    const refunds = [refundOf("1", { adjustments: [], lines: [back("1", 0, 5000n)] })];
    expect(currentByLine(first(terms, { ...sold, refunds }))).toEqual([334n, 333n]);
  });

  it("within the cap nothing changes", () => {
    expect(earnedByLine(first(terms, orderOf({ lines: [lineOf("1", 9999n)] })))).toEqual([1000n]);
  });

  it("a line that an edit added gets what is left: 8.00 earned, 2.00 for 60.00 more", () => {
    const small = orderOf({ lines: [lineOf("1", 8000n)] });
    const { inputs } = first(terms, small);
    const edited = { ...small, lines: [...small.lines, lineOf("2", 6000n)], linesAddedLater: ["2"] };
    expect(earnedByLine(again(terms, edited, inputs))).toEqual([800n, 200n]);
  });

  it("and nothing when the order had used the cap up", () => {
    const { inputs } = first(terms, sold);
    const edited = { ...sold, lines: [...sold.lines, lineOf("3", 6000n)], linesAddedLater: ["3"] };
    expect(earnedByLine(again(terms, edited, inputs))).toEqual([667n, 333n, 0n]);
  });

  it("lines that earn nothing take no part of it", () => {
    const noHats = ruleOf("b", { kind: "product", op: "any-of", values: ["22"] }, none);
    const lines = [lineOf("1", 20_000n, shoes), lineOf("2", 90_000n, hats)];
    expect(earnedByLine(first({ ...terms, rules: [noHats] }, orderOf({ lines })))).toEqual([1000n, 0n]);
  });
});

describe("T9: a cap for the affiliate's period", () => {
  const perAffiliate = { amount: usd(10_000n), period: { kind: "calendar", unit: "month" } } as const;
  const terms = termsOf({ caps: { perOrder: null, perAffiliate } });
  const sold = orderOf({ lines: [lineOf("1", 50_000n)] });

  it("95.00 used: 50.00 become 5.00; all used: nothing, and the reason says so", () => {
    expect(first(terms, sold, { capUsedMinor: 9500n }).originalMinor).toBe(500n);
    const last = first(terms, sold, { capUsedMinor: 12_000n });
    expect([last.originalMinor, last.uncreditedReason]).toEqual([0n, "cap-reached"]);
  });

  it("edits add nothing to what the order took of it: 50.00 stay 50.00", () => {
    const { inputs } = first(terms, sold);
    const edited = { ...sold, lines: [...sold.lines, lineOf("2", 20_000n)], linesAddedLater: ["2"] };
    expect(earnedByLine(again(terms, edited, inputs))).toEqual([5000n, 0n]);
  });

  it("the smaller of both caps applies", () => {
    const both = { ...terms, caps: { ...terms.caps, perOrder: usd(300n) } };
    expect(first(both, sold, { capUsedMinor: 9500n }).originalMinor).toBe(300n);
    expect(first(both, sold, { capUsedMinor: 9900n }).originalMinor).toBe(100n);
  });
});
