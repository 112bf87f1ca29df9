import { expect, test } from "vitest";
import { attribute, defaultRules } from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import { explain } from "#app/domain/explanation.ts";
import { noProgress } from "#app/domain/inputs.ts";
import { sumMoney } from "#app/domain/money.ts";
import { isReasonCode } from "#app/domain/reasons.ts";
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
    { rule: "M7", code: "price", quantity: 2, each: usd(3000n), amount: usd(6000n) },
    { rule: "M7", code: "discounts", amount: usd(-500n) },
    { rule: "M7", code: "tax-out", amount: usd(-917n) },
    { rule: "M7", code: "eligible", amount: usd(4583n) },
    { rule: "M9", code: "refund", refund: { id: "1", at: refund.createdAt }, amount: usd(-2292n) },
    { rule: "M9", code: "left", amount: usd(2291n) },
    {
      rule: "M8",
      code: "commission-rate",
      rateBps: 1000,
      exact: "4.583",
      amount: usd(458n),
    },
    {
      rule: "M9",
      code: "current",
      rateBps: 1000,
      exact: "2.291",
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
  expect(steps?.map(({ code, refund, amount }) => [code, refund?.id, amount])).toEqual([
    ["eligible", undefined, usd(4000n)],
    ["edits", undefined, usd(-1000n)],
    ["refund", "901", usd(-1000n)],
    ["refund", "902", usd(-500n)],
    ["left", undefined, usd(1500n)],
  ]);
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
  expect(knownBefore[0]).toEqual({ rule: "T6", code: "reached", of: "Tiers", orders: 0, sales: usd(0n) });
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

test("goods that rules name have their title on the order, else in the store, and none where it is not known", () => {
  const rules = [
    ruleOf("a", { kind: "product", op: "any-of", values: ["99"] }, percent(5)),
    ruleOf("b", { kind: "product", op: "any-of", values: ["11"] }, percent(20)),
  ];
  const terms = termsOf({ rules });
  const facts = orderOf({ lines: [lineOf("1", 3000n, { title: "Mug", productId: "11" })] });
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  const mug = { kind: "product", id: "11", title: "Mug" };
  expect(explain({ facts, terms, attribution, evaluation }).goods).toEqual([mug]);
  const titles = new Map([["product 99", "Tall mug"]]);
  const titleOf = (kind: string, id: string) => titles.get(`${kind} ${id}`);
  const titled = explain({ facts, terms, attribution, evaluation, titleOf });
  expect(titled.goods).toEqual([{ kind: "product", id: "99", title: "Tall mug" }, mug]);
  expect(titled.lines[0]?.rules.map(({ rule, matched, unmet }) => [rule?.id, matched, unmet])).toEqual([
    ["a", false, [{ test: rules[0]?.when, outcome: "fails" }]],
    ["b", true, []],
  ]);
});

test("one percentage and its tier explain a commission, and none explains a fixed amount", () => {
  const month = { kind: "calendar", unit: "month" } as const;
  const atLeast = { measure: "sales", amount: usd(10_000n) } as const;
  const pay = {
    kind: "tiered",
    period: month,
    below: percent(10),
    steps: [{ atLeast, pay: percent(15) }],
  } as const;
  const facts = orderOf({ lines: [lineOf("1", 12_900n)] });
  const explainedAt = (salesMinor: bigint) => {
    const terms = termsOf({ commission: pay });
    const attribution = credited(terms);
    const progress = { ...noProgress(), reached: { fallback: { orders: 1, salesMinor } } };
    const evaluation = evaluate({ terms, facts, attribution, inputs: null, progress });
    const { rates, tier } = explain({ facts, terms, attribution, evaluation });
    return { rates, tier };
  };
  expect(explainedAt(10_000n)).toEqual({
    rates: [{ rateBps: 1500, eligibleMinor: 12_900n }],
    tier: { atLeast, period: month },
  });
  expect(explainedAt(9999n)).toEqual({ rates: [{ rateBps: 1000, eligibleMinor: 12_900n }], tier: null });
  const terms = termsOf({ commission: { kind: "fixed", amount: usd(500n) } });
  const attribution = credited(terms);
  const evaluation = evaluate({ terms, facts, attribution, inputs: null });
  expect(explain({ facts, terms, attribution, evaluation })).toMatchObject({ rates: [], tier: null });
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
    line.rules.map(({ rule, tried, matched }) => [rule?.name ?? null, tried, matched]),
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
      [null, true, true],
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
  expect(told.uncredited).toBe("no-evidence");
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
