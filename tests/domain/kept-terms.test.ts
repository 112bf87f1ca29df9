import { expect, test } from "vitest";
import { readInputs } from "#app/domain/inputs.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readTerms } from "#app/domain/terms/read-terms.ts";
import { evaluated, lineOf, orderOf } from "./order-of.ts";
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
  expect(readTerms(JSON.parse(JSON.stringify(toPlain(terms))))).toEqual(terms);
});

test("terms that were frozen before there were rules mean what they meant", () => {
  const kept = {
    commission: { kind: "fixed", amount: { minor: "700", currency: "USD" } },
    base: { shipping: true, tax: false, tips: false, giftCards: false, duties: false },
    attributionDays: 30,
    holdDays: 14,
  };
  const terms = readTerms(kept);
  expect(terms).toEqual({
    ...termsOf({ commission: fixed(700n) }),
    base: { ...termsOf().base, shipping: true },
    holdDays: 14,
  });
});

test("inputs come back as they were kept, and old shares are cut the same way again", () => {
  const sold = orderOf({ lines: [lineOf("1", 5000n), lineOf("2", 2500n)] });
  const terms = termsOf({ commission: fixed(900n) });
  const { inputs } = first(terms, sold, { reached: { a: { orders: 3, salesMinor: 7n } }, capUsedMinor: 5n });
  expect(readInputs(JSON.parse(JSON.stringify(toPlain(inputs))))).toEqual(inputs);
  const old = readInputs({
    customerOrderIndex: 2,
    shares: [
      { lineId: "1", allocatedMinor: "600", baseMinor: "5000" },
      { lineId: "2", allocatedMinor: "300", baseMinor: "2500" },
    ],
  });
  const { originalMinor, lines } = evaluated(terms, sold, old);
  expect([originalMinor, ...lines.map((line) => line.commissionMinor)]).toEqual([900n, 600n, 300n]);
});
