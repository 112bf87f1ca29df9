import { expect, test } from "vitest";
import { attribute, defaultRules } from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import { explain } from "#app/domain/explanation.ts";
import { sumMoney } from "#app/domain/money.ts";
import { isReasonCode, reasonText } from "#app/domain/reasons.ts";
import { fc } from "../support/properties.ts";
import { anyHistory } from "./order-history.ts";
import { credited, lineOf, orderOf, orderedAt, percentOf, refundOf } from "./order-of.ts";
import { percent, ruleOf, termsOf } from "./terms-of.ts";

const usd = (minor: bigint) => ({ minor, currency: "USD" });

test("the arithmetic is told line by line", () => {
  // 2 × 30.00 = 60.00 − 5.00 − 9.17 tax inside = 45.83; one of two pieces back (27.50 with 4.58 tax): 45.83 − 22.92 =
  // 22.91; 10 %: 4.583 → 4.58 and 2.291 → 2.29.
  const line = lineOf("1", 3000n, { quantity: 2, currentQuantity: 1, discountMinor: 500n, taxMinor: 917n });
  const refund = refundOf("1", {
    lines: [{ lineId: "1", quantity: 1, subtotalMinor: 2750n, taxMinor: 458n }],
  });
  const facts = orderOf({ taxesIncluded: true, lines: [line], refunds: [refund] });
  const terms = percentOf(10);
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const told = explain({ facts, terms, attribution, evaluation });
  expect(told.lines[0]?.steps).toEqual([
    { rule: "M7", code: "price", quantity: 2, text: "Price × 2", amount: usd(6000n) },
    { rule: "M7", code: "discounts", text: "Less discounts", amount: usd(-500n) },
    { rule: "M7", code: "tax-out", text: "Less the tax in the price", amount: usd(-917n) },
    { rule: "M7", code: "eligible", text: "Base", amount: usd(4583n) },
    { rule: "M9", code: "refund", text: "Less refund 1", amount: usd(-2292n) },
    { rule: "M9", code: "left", text: "Left after refunds and removals", amount: usd(2291n) },
    {
      rule: "M8",
      code: "commission-rate",
      rateBps: 1000,
      text: "Earned: 10% of the base, rounded from 4.583",
      amount: usd(458n),
    },
    {
      rule: "M9",
      code: "current",
      text: "Stands now: 10% of what is left, rounded from 2.291",
      amount: usd(229n),
    },
  ]);
  expect(told.totals).toEqual({
    base: usd(4583n),
    remainingBase: usd(2291n),
    commission: usd(458n),
    current: usd(229n),
  });
  expect(told.uncredited).toBeNull();
});

test("each refund has a line of its own, in the order in which they were made, after what edits removed", () => {
  // 4 × 10.00, of which an edit removed one; then one piece came back, then 5.00 of the 20.00 that were left.
  const back = { lineId: "1", quantity: 1, subtotalMinor: 1000n, taxMinor: 0n };
  const refunds = [
    refundOf("902", {
      createdAt: "2026-03-09T10:00:00Z",
      adjustments: [{ kind: "discrepancy", amountMinor: -500n, taxMinor: 0n }],
    }),
    refundOf("901", { createdAt: "2026-03-08T10:00:00Z", lines: [back] }),
  ] as const;
  const facts = orderOf({ lines: [lineOf("1", 1000n, { quantity: 4, currentQuantity: 2 })], refunds });
  const terms = percentOf(10);
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const steps = explain({ facts, terms, attribution, evaluation }).lines[0]?.steps.slice(1, 6);
  expect(steps?.map(({ text, amount }) => [text, amount])).toEqual([
    ["Base", usd(4000n)],
    ["Less what edits removed", usd(-1000n)],
    ["Less refund 901", usd(-1000n)],
    ["Less refund 902", usd(-500n)],
    ["Left after refunds and removals", usd(1500n)],
  ]);
});

test("of hundreds of values ten are named and the others counted, with every line", () => {
  const values = Array.from({ length: 250 }, (_, index) => `sku-${index}`);
  const rules = [
    { id: "a", name: "Some", when: { kind: "sku", op: "any-of", values }, pay: percentOf(20).commission },
  ] as const;
  const terms = { ...percentOf(10), rules } as ReturnType<typeof percentOf>;
  const facts = orderOf({ lines: [lineOf("1", 3000n)] });
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const [line] = explain({ facts, terms, attribution, evaluation }).lines;
  const named = values.slice(0, 10).join(" or ");
  expect(line?.rules[0]?.text).toBe(`It asks: SKU is ${named} or 240 others`);
});

test("a rule may bear a name that every object has: nothing was reached for it", () => {
  const steps = [{ atLeast: { measure: "orders", count: 1 }, pay: percentOf(20).commission }] as const;
  const pay = { kind: "tiered", period: { kind: "ever" }, below: percentOf(10).commission, steps } as const;
  const rules = [{ id: "constructor", name: "Tiers", when: { kind: "all", of: [] }, pay }] as const;
  const terms = { ...percentOf(10), rules } as ReturnType<typeof percentOf>;
  const facts = orderOf({ lines: [lineOf("1", 3000n)] });
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const { knownBefore } = explain({ facts, terms, attribution, evaluation });
  expect(knownBefore[0]?.text).toBe(
    'Reached before this order, for "Tiers": 0 orders, 0.00 USD of net sales',
  );
});

test("the told lines sum to the evaluated order", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts: bare, terms, refunds }) => {
      const facts = { ...bare, refunds };
      const attribution = credited(terms);
      const evaluation = evaluate({ terms, facts, attribution, inputs: null });
      const told = explain({ facts, terms, attribution, evaluation });
      const sum = sumMoney(
        told.lines.map((line) => line.current),
        facts.currency,
      );
      expect(sum).toEqual(told.totals.current);
      expect(sum.minor).toBe(evaluation.currentMinor);
      expect(told.uncredited === null).toBe(evaluation.currentMinor > 0n);
    }),
  );
});

test("rules name a product by its title on the order, else in the store, and by its number where it has none", () => {
  const rules = [
    ruleOf("a", { kind: "product", op: "any-of", values: ["99"] }, percent(5)),
    ruleOf("b", { kind: "product", op: "any-of", values: ["11"] }, percent(20)),
  ];
  const terms = termsOf({ rules });
  const facts = orderOf({ lines: [lineOf("1", 3000n, { title: "Mug", productId: "11" })] });
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const told = explain({ facts, terms, attribution, evaluation });
  expect(told.lines[0]?.rules.map((rule) => rule.text)).toEqual([
    "It asks: product is number 99",
    "Pays 20% of the base, because product is “Mug”",
  ]);
  const titles = new Map([["product 99", "Tall mug"]]);
  const titleOf = (kind: string, id: string) => titles.get(`${kind} ${id}`);
  const titled = explain({ facts, terms, attribution, evaluation, titleOf });
  expect(titled.lines[0]?.rules.map((rule) => rule.text)).toEqual([
    "It asks: product is “Tall mug”",
    "Pays 20% of the base, because product is “Mug”",
  ]);
});

test("the rules after the one that pays are listed as not tried, and the fallback only where it pays", () => {
  const [first, second, third] = ["99", "11", "12"].map((id) => {
    return ruleOf(id, { kind: "product", op: "any-of", values: [id] }, percent(5));
  });
  const terms = termsOf({ rules: [first, second, third].flatMap((rule) => rule ?? []) });
  const lines = ["11", "7"].map((productId, place) => lineOf(String(place + 1), 3000n, { productId }));
  const facts = orderOf({ lines });
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const told = explain({ facts, terms, attribution, evaluation }).lines.map((line) =>
    line.rules.map(({ name, tried, matched }) => [name, tried, matched]),
  );
  expect(told).toEqual([
    [
      ["Rule 99", true, false],
      ["Rule 11", true, true],
      ["Rule 12", false, false],
    ],
    [
      ["Rule 99", true, false],
      ["Rule 11", true, false],
      ["Rule 12", true, false],
      ["Everything else", true, true],
    ],
  ]);
});

test("an order that nobody is credited with is explained too", () => {
  const facts = orderOf({ lines: [lineOf("1", 3000n)] });
  const attribution = attribute({
    orderCreatedAt: orderedAt,
    evidence: [],
    rules: defaultRules,
    affiliates: [],
    programs: [],
  });
  const evaluation = evaluate({ terms: null, facts, attribution, inputs: null });
  const told = explain({ facts, terms: null, attribution, evaluation });
  expect(told.uncredited).toEqual({ reason: "no-evidence", text: reasonText("no-evidence") });
  expect([told.terms, told.attribution.affiliateId, told.totals.commission]).toEqual([null, null, usd(0n)]);
});

test("a kept reason is told from a strange one", () => {
  expect([isReasonCode("cancelled"), isReasonCode("toString"), isReasonCode("")]).toEqual([
    true,
    false,
    false,
  ]);
});

function holdBegan(approvalFrom: "order" | "payment" | "fulfilment", facts: ReturnType<typeof orderOf>) {
  const terms = { ...percentOf(10), approvalFrom };
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  return explain({ facts, terms, attribution, evaluation }).terms?.approvalBeganAt;
}

test("the approval period begins with the order, its payment or its fulfillment", () => {
  const [paidAt, fulfilledAt] = ["2026-03-05T00:00:00Z", "2026-03-07T00:00:00Z"];
  const sent = orderOf({ lines: [lineOf("1", 3000n)], paidAt, fulfilledAt });
  const began = (["order", "payment", "fulfilment"] as const).map((from) => holdBegan(from, sent));
  expect(began).toEqual([sent.createdAt, paidAt, fulfilledAt]);
  expect(holdBegan("fulfilment", { ...sent, fulfilledAt: null })).toBeNull();
});
