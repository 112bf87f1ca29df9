import { expect, test } from "vitest";
import type { StoredInputs } from "#app/domain/inputs.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { lineOf, orderOf } from "./order-of.ts";
import { first, fixed, percent, ruleOf, termsOf, usd } from "./terms-of.ts";

test("terms come back from JSON as they were frozen", () => {
  const terms = termsOf({
    rules: [ruleOf("a", { kind: "order-value", op: "at-least", amount: usd(5000n) }, fixed(100n))],
    commission: {
      kind: "tiered",
      period: { kind: "rolling", days: 30 },
      below: percent(5),
      steps: [{ atLeast: { measure: "sales", amount: usd(90_000n) }, pay: percent(7) }],
    },
    caps: { perOrder: usd(1000n), perAffiliate: { amount: usd(9n), period: { kind: "ever" } } },
    bonuses: [
      { id: "b", name: "First", atLeast: { measure: "orders", count: 1 }, repeats: true, amount: usd(1n) },
    ],
  });
  expect(fromPlain<ProgramTerms>(JSON.parse(JSON.stringify(toPlain(terms))))).toEqual(terms);
});

test("inputs come back as they were kept", () => {
  const sold = orderOf({ lines: [lineOf("1", 5000n), lineOf("2", 2500n)] });
  const terms = termsOf({ commission: fixed(900n) });
  const { inputs } = first(terms, sold, { reached: { a: { orders: 3, salesMinor: 7n } }, capUsedMinor: 5n });
  expect(fromPlain<StoredInputs>(JSON.parse(JSON.stringify(toPlain(inputs))))).toEqual(inputs);
});
