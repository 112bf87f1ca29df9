import fc from "fast-check";
import type { Money } from "#app/domain/money.ts";
import { type Condition, countKinds, lineTexts, orderTexts } from "#app/domain/terms/condition.ts";
import type { FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";

/** Terms of every shape that the contract takes; whether they make sense is not its question. */
const money: fc.Arbitrary<Money> = fc.record({
  minor: fc.bigInt({ min: 0n, max: 1_000_000_000_000n }),
  currency: fc.constantFrom("USD", "JPY", "KWD"),
});

const flatPay: fc.Arbitrary<FlatPay> = fc.oneof(
  fc.constant<FlatPay>({ kind: "none" }),
  fc.record({ kind: fc.constant("percentage" as const), rateBps: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constantFrom("fixed" as const, "per-item" as const), amount: money }),
);

const period: fc.Arbitrary<Period> = fc.oneof(
  fc.record({ kind: fc.constant("rolling" as const), days: fc.integer({ min: 1, max: 3650 }) }),
  fc.record({
    kind: fc.constant("calendar" as const),
    unit: fc.constantFrom("month" as const, "quarter" as const, "year" as const),
  }),
  fc.constant<Period>({ kind: "ever" }),
);

const threshold: fc.Arbitrary<Threshold> = fc.oneof(
  fc.record({ measure: fc.constant("orders" as const), count: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ measure: fc.constant("sales" as const), amount: money }),
);

const pay: fc.Arbitrary<Pay> = fc.oneof(
  flatPay,
  fc.record({
    kind: fc.constant("tiered" as const),
    period,
    below: flatPay,
    steps: fc.array(fc.record({ atLeast: threshold, pay: flatPay }), { minLength: 1, maxLength: 4 }),
  }),
);

const words = fc.array(fc.constantFrom("Ä b", "coffee & tea", "10", "x".repeat(255)), {
  minLength: 1,
  maxLength: 3,
});
const op = fc.constantFrom("any-of" as const, "none-of" as const);
const bound = fc.constantFrom("at-least" as const, "at-most" as const);

const valuesOf = (kind: string): fc.Arbitrary<string[]> => {
  if (kind === "country") return fc.constant(["DE", "US"]);
  const isNumbered = ["product", "variant", "collection"].includes(kind);
  return isNumbered ? fc.constant(["632910392", "7"]) : words;
};

const texts = fc
  .constantFrom(...lineTexts, ...orderTexts)
  .chain((kind) => fc.record({ kind: fc.constant(kind), op, values: valuesOf(kind) }));

const test: fc.Arbitrary<Condition> = fc.oneof(
  texts,
  fc.record({ kind: fc.constant("order-value" as const), op: bound, amount: money }),
  fc.record({
    kind: fc.constantFrom(...countKinds),
    op: bound,
    count: fc.integer({ min: 0, max: 1_000_000 }),
  }),
  fc.record({
    kind: fc.constant("customer" as const),
    is: fc.constantFrom("new" as const, "returning" as const),
  }),
  fc.record({
    kind: fc.constant("purchase" as const),
    is: fc.constantFrom("subscription" as const, "one-time" as const),
  }),
);

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    test,
    fc.record({
      kind: fc.constantFrom("all" as const, "any" as const),
      of: fc.array(tie("condition"), { maxLength: 3 }),
    }),
  ),
}));

const named = (prefix: string) => ({
  id: fc.integer({ min: 1, max: 99 }).map((number) => `${prefix}-${number}`),
  name: fc.constantFrom("New customers", "Über 100 €", "Leave out"),
});

export const anyTerms: fc.Arbitrary<ProgramTerms> = fc.record({
  rules: fc.array(fc.record({ ...named("rule"), when: condition, pay }), { maxLength: 4 }),
  commission: pay,
  base: fc.record({
    shipping: fc.boolean(),
    tax: fc.boolean(),
    tips: fc.boolean(),
    giftCards: fc.boolean(),
    duties: fc.boolean(),
    beforeDiscounts: fc.boolean(),
  }),
  caps: fc.record({
    perOrder: fc.option(money),
    perAffiliate: fc.option(fc.record({ amount: money, period })),
  }),
  bonuses: fc.array(
    fc.record({ ...named("bonus"), atLeast: threshold, repeats: fc.boolean(), amount: money }),
    { maxLength: 3 },
  ),
  windowDays: fc.integer({ min: 1, max: 3650 }),
  approvalDays: fc.integer({ min: 0, max: 365 }),
  approvalFrom: fc.constantFrom("order" as const, "payment" as const, "fulfilment" as const),
  approval: fc.constantFrom("automatic" as const, "manual" as const),
});
