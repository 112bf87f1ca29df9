import { expect, test } from "vitest";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import {
  type BaseTerms,
  type Bonus,
  type Caps,
  defaultBase,
  type FlatPay,
  type Period,
  type ProgramTerms,
  type TieredPay,
} from "#app/domain/terms/terms.ts";
import { fixed, none, perItem, percent, ruleOf, termsOf, usd } from "./terms-of.ts";

const month = { kind: "calendar", unit: "month" } as const;
const large = { kind: "quantity", op: "at-least", count: 2 } as const;
const tagged = { kind: "affiliate-tag", op: "any-of", values: ["VIP"] } as const;
const orders = (count: number) => ({ measure: "orders", count }) as const;
const tiers = (...steps: [number, FlatPay][]): TieredPay => ({
  kind: "tiered",
  period: month,
  below: percent(10),
  steps: steps.map(([count, pay]) => ({ atLeast: orders(count), pay })),
});
const bonus = (parts: Partial<Bonus> = {}): Bonus => {
  return { id: "b", name: "B", atLeast: orders(10), repeats: false, amount: usd(5000n), ...parts };
};
const perOrder = (minor: bigint): Caps => ({ perOrder: usd(minor), perAffiliate: null });
const perMonth = (minor: bigint, period: Period = month): Caps => {
  return { perOrder: null, perAffiliate: { amount: usd(minor), period } };
};
const base = (parts: Partial<BaseTerms>): BaseTerms => ({ ...defaultBase, ...parts });

type Pair = [name: string, before: Partial<ProgramTerms>, after: Partial<ProgramTerms>];

const improvements: Pair[] = [
  ["a higher percentage", { commission: percent(10) }, { commission: percent(12) }],
  ["a higher amount for an order", { commission: fixed(500n) }, { commission: fixed(600n) }],
  ["a higher amount for a piece", { commission: perItem(50n) }, { commission: perItem(60n) }],
  ["a commission where there was none", { commission: none }, { commission: percent(5) }],
  [
    "a higher rate of a rule",
    { rules: [ruleOf("a", large, percent(10))] },
    { rules: [ruleOf("a", large, percent(11))] },
  ],
  [
    "a higher rate of a rule for a tag",
    { rules: [ruleOf("a", tagged, percent(15))] },
    { rules: [ruleOf("a", tagged, percent(16))] },
  ],
  [
    "a new name of a rule",
    { rules: [ruleOf("a", large, percent(10))] },
    { rules: [{ ...ruleOf("a", large, percent(10)), name: "Sets" }] },
  ],
  [
    "a higher rate of a tier",
    { commission: tiers([5, percent(12)]) },
    { commission: tiers([5, percent(13)]) },
  ],
  [
    "a tier reached with fewer orders",
    { commission: tiers([5, percent(12)]) },
    { commission: tiers([4, percent(12)]) },
  ],
  [
    "a further tier",
    { commission: tiers([5, percent(12)]) },
    { commission: tiers([5, percent(12)], [9, percent(15)]) },
  ],
  ["a higher cap for an order", { caps: perOrder(1000n) }, { caps: perOrder(1100n) }],
  ["no cap for an order any more", { caps: perOrder(1000n) }, {}],
  ["a higher cap for an affiliate", { caps: perMonth(1000n) }, { caps: perMonth(1100n) }],
  ["no cap for an affiliate any more", { caps: perMonth(1000n) }, {}],
  [
    "a higher rate under a cap",
    { caps: perOrder(1000n) },
    { caps: perOrder(1000n), commission: percent(12) },
  ],
  ["a higher bonus", { bonuses: [bonus()] }, { bonuses: [bonus({ amount: usd(6000n) })] }],
  ["a bonus reached earlier", { bonuses: [bonus()] }, { bonuses: [bonus({ atLeast: orders(9) })] }],
  ["a bonus that repeats", { bonuses: [bonus()] }, { bonuses: [bonus({ repeats: true })] }],
  ["another bonus", { bonuses: [bonus()] }, { bonuses: [bonus(), bonus({ id: "c" })] }],
  ["a longer attribution window", { windowDays: 30 }, { windowDays: 60 }],
  ["a shorter approval period", { approvalDays: 30 }, { approvalDays: 14 }],
  ["an approval period from the order on", { approvalFrom: "payment" }, { approvalFrom: "order" }],
  ["automatic approval", { approval: "manual" }, { approval: "automatic" }],
  ["shipping in the eligible amount", {}, { base: base({ shipping: true }) }],
  ["prices before discounts", {}, { base: base({ beforeDiscounts: true }) }],
  ["nothing at all", {}, {}],
];

test.each(improvements)("%s is an improvement", (_, before, after) => {
  expect(compareTerms(termsOf(before), termsOf(after)).effect).toBe("improvement");
});

const reductions: Pair[] = [
  ["a lower percentage", { commission: percent(12) }, { commission: percent(10) }],
  ["a percentage instead of an amount", { commission: fixed(500n) }, { commission: percent(90) }],
  [
    "an amount in another currency",
    { commission: fixed(500n) },
    { commission: { kind: "fixed", amount: { minor: 900n, currency: "EUR" } } },
  ],
  ["tiers instead of one rate", { commission: percent(10) }, { commission: tiers([5, percent(12)]) }],
  ["another rule", {}, { rules: [ruleOf("a", large, percent(50))] }],
  [
    "another condition",
    { rules: [ruleOf("a", large, percent(20))] },
    { rules: [ruleOf("a", { ...large, count: 3 }, percent(20))] },
  ],
  [
    "another tag of a rule",
    { rules: [ruleOf("a", tagged, percent(20))] },
    { rules: [ruleOf("a", { ...tagged, values: ["VIP", "Gold"] }, percent(20))] },
  ],
  [
    "a tier reached with more orders",
    { commission: tiers([5, percent(12)]) },
    { commission: tiers([6, percent(12)]) },
  ],
  [
    "tiers over another period",
    { commission: tiers([5, percent(12)]) },
    { commission: { ...tiers([5, percent(12)]), period: { kind: "calendar", unit: "quarter" } } },
  ],
  ["a cap", {}, { caps: perOrder(100_000n) }],
  ["a lower cap", { caps: perMonth(1000n) }, { caps: perMonth(900n) }],
  ["a cap for another period", { caps: perMonth(1000n) }, { caps: perMonth(9000n, { kind: "ever" }) }],
  ["a bonus less", { bonuses: [bonus()] }, { bonuses: [] }],
  ["a bonus reached later", { bonuses: [bonus()] }, { bonuses: [bonus({ atLeast: orders(11) })] }],
  ["a shorter attribution window", { windowDays: 30 }, { windowDays: 29 }],
  ["a longer approval period", { approvalDays: 30 }, { approvalDays: 31 }],
  ["an approval period from the payment on", { approvalFrom: "order" }, { approvalFrom: "payment" }],
  [
    "an approval period from the payment instead of the fulfillment",
    { approvalFrom: "fulfilment" },
    { approvalFrom: "payment" },
  ],
  ["manual approval", { approval: "automatic" }, { approval: "manual" }],
  ["tips out of the eligible amount", { base: base({ tips: true }) }, {}],
  [
    "shipping beside a fixed amount",
    { commission: fixed(500n) },
    { commission: fixed(500n), base: base({ shipping: true }) },
  ],
  [
    "shipping under a cap",
    { caps: perOrder(500n) },
    { caps: perOrder(500n), base: base({ shipping: true }) },
  ],
  [
    "one of two rates higher under a cap",
    { caps: perOrder(1100n), rules: [ruleOf("a", large, percent(1))] },
    { caps: perOrder(1100n), rules: [ruleOf("a", large, percent(2))] },
  ],
  [
    "a higher rate and a longer approval period",
    { approvalDays: 30 },
    { approvalDays: 31, commission: percent(90) },
  ],
];

test.each(reductions)("%s is a reduction", (_, before, after) => {
  expect(compareTerms(termsOf(before), termsOf(after)).effect).toBe("reduction");
});

test("a comparison lists each difference with the values before and after", () => {
  const before = termsOf({ rules: [ruleOf("a", large, percent(12))], approvalDays: 30 });
  const after = termsOf({ rules: [ruleOf("a", large, percent(10))], approvalDays: 14 });
  expect(compareTerms(before, after)).toEqual({
    effect: "reduction",
    changes: [
      { code: "pay", effect: "reduction", rule: "Rule a", before: percent(12), after: percent(10) },
      { code: "approval-days", effect: "improvement", before: 30, after: 14 },
    ],
  });
});

test("a tier that moves up is listed at the level where affiliates lose it", () => {
  const before = termsOf({ commission: tiers([5, percent(12)]) });
  const after = termsOf({ commission: tiers([8, percent(12)]) });
  expect(compareTerms(before, after).changes).toEqual([
    {
      code: "tier",
      effect: "reduction",
      rule: null,
      level: orders(5),
      before: percent(12),
      after: percent(10),
    },
  ]);
});
