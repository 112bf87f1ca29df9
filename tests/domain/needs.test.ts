import { expect, test } from "vitest";
import type { Condition } from "#app/domain/terms/condition.ts";
import { needsOf, needsProgress } from "#app/domain/terms/pay.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { percentOf } from "./order-of.ts";

const flat = { kind: "percentage", rateBps: 500 } as const;
const month = { kind: "calendar", unit: "month" } as const;
const when = (condition: Condition): ProgramTerms => {
  const nested: Condition = { kind: "all", of: [{ kind: "any", of: [condition] }] };
  return { ...percentOf(10), rules: [{ id: "r", name: "Rule", when: nested, pay: flat }] };
};

test("plain terms need nothing but the order", () => {
  const needs = needsOf(percentOf(10));
  expect(needs).toEqual({
    catalog: false,
    customerIndex: false,
    customerOrder: false,
    tiers: [],
    cap: null,
    affiliateTags: false,
  });
  expect(needsProgress(needs)).toBe(false);
});

test("tests on tags and collections need the catalog, anywhere in a condition", () => {
  for (const kind of ["collection", "product-tag", "customer-tag"] as const) {
    const needs = needsOf(when({ kind, op: "none-of", values: ["1"] }));
    expect([needs.catalog, needsProgress(needs)]).toEqual([true, false]);
  }
  expect(needsOf(when({ kind: "vendor", op: "any-of", values: ["1"] })).catalog).toBe(false);
});

test("tests on the customer need the customer's other orders", () => {
  const isNew = needsOf(when({ kind: "customer", is: "new" }));
  expect([isNew.customerIndex, isNew.customerOrder, needsProgress(isNew)]).toEqual([true, false, true]);
  for (const kind of ["customer-order", "months-since-first"] as const) {
    const needs = needsOf(when({ kind, op: "at-most", count: 1 }));
    expect([needs.customerIndex, needs.customerOrder, needsProgress(needs)]).toEqual([false, true, true]);
  }
});

test("a test of the affiliate's tags needs what they were at the order's creation", () => {
  const needs = needsOf(when({ kind: "affiliate-tag", op: "none-of", values: ["VIP"] }));
  expect([needs.affiliateTags, needs.catalog, needsProgress(needs)]).toEqual([true, false, true]);
});

test("tiers are needed by the rule that pays them, a cap by its period", () => {
  const tiered = { kind: "tiered", period: month, below: flat, steps: [] } as const;
  const terms = { ...when({ kind: "all", of: [] }), commission: tiered };
  const both = { ...terms, rules: terms.rules.map((rule) => ({ ...rule, pay: tiered })) };
  expect(needsOf(both).tiers.map((one) => one.key)).toEqual(["r", "fallback"]);
  const amount = { minor: 1n, currency: "USD" };
  const capped = { ...percentOf(10), caps: { perOrder: null, perAffiliate: { amount, period: month } } };
  expect(needsOf(capped).cap).toEqual(month);
  expect(needsProgress(needsOf(capped))).toBe(true);
});
