import { expect, test } from "vitest";
import { bonusesReached } from "#app/domain/bonus.ts";
import type { Progress } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import { needsOf } from "#app/domain/terms/pay.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import type { Bonus, Caps, FlatPay, Pay, Period, ProgramTerms } from "#app/domain/terms/terms.ts";
import { fc } from "../support/properties.ts";
import { anyHistory } from "./order-history.ts";
import { again, earnedByLine, first, none, percent, ruleOf, termsOf, usd } from "./terms-of.ts";

const month: Period = { kind: "calendar", unit: "month" };
const large = { kind: "quantity", op: "at-least", count: 2 } as const;
const tagged = { kind: "affiliate-tag", op: "any-of", values: ["VIP"] } as const;
const untagged = { kind: "affiliate-tag", op: "none-of", values: ["vip", "Gold"] } as const;
const anyCondition = fc.constantFrom<Condition[]>(
  large,
  large,
  tagged,
  untagged,
  { kind: "all", of: [large, tagged] },
  { kind: "any", of: [large, untagged] },
);
const orders = (count: number) => ({ measure: "orders", count }) as const;

const anyFlat = (currency: string): fc.Arbitrary<FlatPay> => {
  const amount = fc.bigInt({ min: 1n, max: 3000n }).map((minor) => ({ minor, currency }));
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .integer({ min: 1, max: 9000 })
        .map((rateBps) => ({ kind: "percentage", rateBps }) as const),
    },
    { weight: 1, arbitrary: amount.map((one) => ({ kind: "fixed", amount: one }) as const) },
    { weight: 1, arbitrary: amount.map((one) => ({ kind: "per-item", amount: one }) as const) },
    { weight: 1, arbitrary: fc.constant(none) },
  );
};
const anyPay = (currency: string): fc.Arbitrary<Pay> =>
  fc.oneof(
    { weight: 3, arbitrary: anyFlat(currency) },
    {
      weight: 1,
      arbitrary: fc
        .record({
          below: anyFlat(currency),
          low: anyFlat(currency),
          high: anyFlat(currency),
          at: fc.integer({ min: 1, max: 4 }),
        })
        .map(({ below, low, high, at }) => ({
          kind: "tiered" as const,
          period: month,
          below,
          steps: [
            { atLeast: orders(at), pay: low },
            { atLeast: orders(at + 2), pay: high },
          ],
        })),
    },
  );
const anyBase = fc.record({
  shipping: fc.boolean(),
  tax: fc.boolean(),
  tips: fc.boolean(),
  giftCards: fc.boolean(),
  duties: fc.boolean(),
  beforeDiscounts: fc.boolean(),
});
const anyCaps = (currency: string): fc.Arbitrary<Caps> => {
  const cap = fc.bigInt({ min: 1n, max: 4000n }).map((minor) => ({ minor, currency }));
  return fc.record({
    perOrder: fc.option(cap, { freq: 2 }),
    perAffiliate: fc.option(
      cap.map((amount) => ({ amount, period: month })),
      { freq: 2 },
    ),
  });
};

const mostlyNull = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Mostly upward: of pairs drawn freely hardly any is an improvement. */
function changedPay(pay: FlatPay, by: number): FlatPay {
  if (pay.kind === "none") return pay;
  if (pay.kind === "percentage") {
    return { ...pay, rateBps: Math.max(1, Math.min(10_000, pay.rateBps + by)) };
  }
  const minor = pay.amount.minor + BigInt(by);
  return { ...pay, amount: { ...pay.amount, minor: minor < 1n ? 1n : minor } };
}
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 1500 }) },
  { weight: 1, arbitrary: fc.integer({ min: -500, max: -1 }) },
);

const anyPair = anyHistory.chain(({ facts, refunds }) => {
  const { currency } = facts;
  return fc
    .record({
      rulePay: mostlyNull(anyPay(currency)),
      when: anyCondition,
      tags: fc.subarray(["VIP", "Gold"]),
      commission: anyPay(currency),
      base: anyBase,
      larger: mostlyNull(anyBase),
      caps: anyCaps(currency),
      steps: fc.array(anyStep, { minLength: 8, maxLength: 8 }),
      dropCaps: fc.boolean(),
      earlierTier: fc.boolean(),
      reached: fc.record({
        orders: fc.integer({ min: 0, max: 7 }),
        salesMinor: fc.bigInt({ min: 0n, max: 9000n }),
      }),
      used: fc.bigInt({ min: 0n, max: 3000n }),
    })
    .map((drawn) => {
      const { rulePay, commission, steps } = drawn;
      const before = termsOf({
        rules: rulePay ? [ruleOf("a", drawn.when, rulePay)] : [],
        commission,
        base: drawn.base,
        caps: drawn.caps,
      });
      const raise = (pay: Pay, from: number): Pay => {
        const by = (index: number): number => steps[from + index] ?? 0;
        if (pay.kind !== "tiered") return changedPay(pay, by(0));
        return {
          ...pay,
          below: changedPay(pay.below, by(0)),
          steps: pay.steps.map((step, index) => {
            const count = step.atLeast.measure === "orders" ? step.atLeast.count : 0;
            const atLeast = orders(drawn.earlierTier && index === 1 ? count - 1 : count);
            return { atLeast, pay: changedPay(step.pay, by(index + 1)) };
          }),
        };
      };
      const { perOrder: ofOrder, perAffiliate: ofAffiliate } = drawn.caps;
      const more = (minor: bigint, step: number): bigint => {
        const sum = minor + BigInt(steps[step] ?? 0);
        return sum < 1n ? 1n : sum;
      };
      const after: ProgramTerms = {
        ...before,
        rules: before.rules.map((rule) => ({ ...rule, pay: raise(rule.pay, 0) })),
        commission: raise(commission, 3),
        base: drawn.larger ?? drawn.base,
        caps: drawn.dropCaps
          ? { perOrder: null, perAffiliate: null }
          : {
              perOrder: ofOrder && { ...ofOrder, minor: more(ofOrder.minor, 6) },
              perAffiliate: ofAffiliate && {
                ...ofAffiliate,
                amount: { ...ofAffiliate.amount, minor: more(ofAffiliate.amount.minor, 7) },
              },
            },
      };
      const progress = {
        reached: { a: drawn.reached, fallback: drawn.reached },
        capUsedMinor: drawn.used,
        affiliateTags: drawn.tags,
      };
      return { facts, refunds, before, after, progress };
    });
});

const worth = (
  terms: ProgramTerms,
  facts: OrderFacts,
  progress: Partial<Progress>,
  refunds: OrderFacts["refunds"],
) => {
  const sold = first(terms, facts, progress);
  return { sold, left: again(terms, { ...facts, refunds }, sold.inputs) };
};

/** M8 cuts fixed amounts and caps over lines, and each line's part is rounded by less than one unit. */
const isCut = (terms: ProgramTerms): boolean =>
  terms.caps.perOrder !== null ||
  terms.caps.perAffiliate !== null ||
  canonicalText(terms).includes('"fixed"');

test("T14: under an improvement no order earns less, before and after its refunds", () => {
  let improved = 0;
  let capped = 0;
  let byTag = 0;
  fc.assert(
    fc.property(anyPair, ({ facts, refunds, before, after, progress }) => {
      if (compareTerms(before, after).effect === "reduction") return;
      improved += 1;
      if (after.caps.perOrder !== null && compareTerms(before, after).changes.length > 0) capped += 1;
      if (needsOf(before).affiliateTags && compareTerms(before, after).changes.length > 0) byTag += 1;
      const [was, is] = [worth(before, facts, progress, refunds), worth(after, facts, progress, refunds)];
      expect(is.sold.originalMinor).toBeGreaterThanOrEqual(was.sold.originalMinor);
      const rounding = isCut(before) || isCut(after) ? BigInt(is.left.lines.length) : 0n;
      expect(is.left.currentMinor).toBeGreaterThanOrEqual(was.left.currentMinor - rounding);
    }),
    { numRuns: 6000 },
  );
  expect(improved).toBeGreaterThan(300);
  expect(capped).toBeGreaterThan(100);
  expect(byTag).toBeGreaterThan(50);
});

test("T14: rules whose tag conditions differ in anything are a reduction", () => {
  const pair = fc.tuple(anyCondition, anyCondition);
  fc.assert(
    fc.property(pair, fc.integer({ min: 0, max: 90 }), ([was, is], more) => {
      const before = termsOf({ rules: [ruleOf("a", was, percent(10))] });
      const after = termsOf({ rules: [ruleOf("a", is, percent(10 + more))] });
      const isSame = canonicalText(was) === canonicalText(is);
      expect(compareTerms(before, after).effect).toBe(isSame ? "improvement" : "reduction");
    }),
  );
});

test("terms without their tag conditions pay an affiliate the same", () => {
  let differing = 0;
  fc.assert(
    fc.property(anyPair, ({ facts, before, progress }) => {
      const own = termsForTags(before, progress.affiliateTags);
      expect(needsOf(own).affiliateTags).toBe(false);
      if (own !== before) differing += 1;
      // A rule that always holds becomes the fallback, whose tiers reached the same here.
      const [asked, plain] = [first(before, facts, progress), first(own, facts, progress)];
      expect(earnedByLine(plain)).toEqual(earnedByLine(asked));
    }),
    { numRuns: 2000 },
  );
  expect(differing).toBeGreaterThan(200);
});

const totalAt = (all: readonly Bonus[], count: number): bigint =>
  bonusesReached(all, {
    before: { orders: 0, salesMinor: 0n },
    after: { orders: count, salesMinor: 0n },
    currency: "USD",
  }).reduce((sum, one) => sum + one.bonus.amount.minor, 0n);

test("T14: under an improvement bonuses come to no less, counted from the first order", () => {
  const anyBonus = fc.record({
    id: fc.constantFrom("a", "b"),
    name: fc.constant("Bonus"),
    atLeast: fc.integer({ min: 1, max: 6 }).map(orders),
    repeats: fc.boolean(),
    amount: fc.bigInt({ min: 1n, max: 900n }).map(usd),
  });
  const bonuses = fc.uniqueArray(anyBonus, { maxLength: 2, selector: (one) => one.id });
  fc.assert(
    fc.property(bonuses, bonuses, fc.integer({ min: 0, max: 20 }), (before, after, count) => {
      const { effect } = compareTerms(termsOf({ bonuses: before }), termsOf({ bonuses: after }));
      if (effect === "reduction") return;
      expect(totalAt(after, count)).toBeGreaterThanOrEqual(totalAt(before, count));
    }),
    { numRuns: 2000 },
  );
});
