import { describe, expect, it, test } from "vitest";
import { wholeMonthsBetween } from "#app/domain/instant.ts";
import type { Condition, Test } from "#app/domain/terms/condition.ts";
import { holds, type OrderView, outcomeOf } from "#app/domain/terms/match.ts";
import { unmetTests } from "#app/domain/terms/why-not.ts";
import { lineOf } from "./order-of.ts";
import { usd } from "./terms-of.ts";

const line = lineOf("1", 1000n, {
  quantity: 3,
  productId: "11",
  variantId: "111",
  sku: "Shoe-42",
  vendor: "Hill",
  subscription: true,
});

const order: OrderView = {
  valueMinor: 10_000n,
  currency: "USD",
  pieces: 5,
  createdAt: "2026-11-10T12:00:00Z",
  discountCodes: ["Maya10"],
  sourceName: "web",
  countryCode: "DE",
  subId: "",
  catalog: {
    readAt: "2026-11-10T12:01:00Z",
    products: { "11": { tags: ["Summer", "Sale"], collectionIds: ["77"] } },
    customerTags: ["VIP"],
  },
  customerOrderIndex: 2,
  customerOrder: { number: 3, firstAt: "2026-08-10T09:00:00Z" },
  affiliateTags: ["Gold", "Blog"],
};

const any = (kind: Extract<Test, { values: unknown }>["kind"], ...values: string[]): Test => {
  return { kind, op: "any-of", values };
};
const none = (kind: Extract<Test, { values: unknown }>["kind"], ...values: string[]): Test => {
  return { kind, op: "none-of", values };
};

describe("T3: what a test compares", () => {
  const held: Test[] = [
    any("product", "10", "11"),
    any("variant", "111"),
    any("sku", " shoe-42 "),
    any("vendor", "HILL"),
    any("collection", "77"),
    any("product-tag", "sale"),
    any("customer-tag", "vip"),
    any("affiliate-tag", "VIP", " gold "),
    none("affiliate-tag", "vip"),
    any("country", "de"),
    any("discount-code", "MAYA10"),
    any("channel", "Web"),
    none("sub-id", "newsletter"),
    none("product-tag", "winter"),
    { kind: "order-value", op: "at-least", amount: usd(10_000n) },
    { kind: "order-value", op: "at-most", amount: usd(10_000n) },
    { kind: "quantity", op: "at-least", count: 3 },
    { kind: "order-quantity", op: "at-most", count: 5 },
    { kind: "customer-order", op: "at-most", count: 3 },
    { kind: "months-since-first", op: "at-least", count: 3 },
    { kind: "customer", is: "returning" },
    { kind: "purchase", is: "subscription" },
  ];
  it.each(held.map((one) => [one]))("%o holds", (one) => {
    expect(outcomeOf(one, line, order)).toBe("holds");
  });

  const failed: Test[] = [
    any("product", "1"),
    none("vendor", "hill"),
    none("product-tag", "winter", "SUMMER"),
    any("sub-id", "newsletter"),
    any("affiliate-tag", "vip"),
    none("affiliate-tag", "vip", "BLOG"),
    { kind: "order-value", op: "at-least", amount: usd(10_001n) },
    { kind: "quantity", op: "at-most", count: 2 },
    { kind: "customer-order", op: "at-most", count: 2 },
    { kind: "months-since-first", op: "at-most", count: 2 },
    { kind: "customer", is: "new" },
    { kind: "purchase", is: "one-time" },
  ];
  it.each(failed.map((one) => [one]))("%o fails", (one) => {
    expect(outcomeOf(one, line, order)).toBe("fails");
  });
});

test("T3: what is not known meets no test, whichever way it asks", () => {
  const bare: OrderView = {
    ...order,
    catalog: null,
    countryCode: null,
    subId: null,
    customerOrder: null,
    customerOrderIndex: null,
  };
  const asked: Test[] = [
    any("product-tag", "sale"),
    none("product-tag", "sale"),
    none("collection", "77"),
    none("customer-tag", "vip"),
    none("country", "FR"),
    none("sub-id", "x"),
    { kind: "customer", is: "new" },
    { kind: "customer", is: "returning" },
    { kind: "customer-order", op: "at-least", count: 1 },
    { kind: "order-value", op: "at-least", amount: { minor: 1n, currency: "EUR" } },
  ];
  expect(asked.map((one) => outcomeOf(one, line, bare))).toEqual(asked.map(() => "unknown"));
  const deleted = lineOf("2", 1000n, { productId: "99" });
  expect(outcomeOf(none("product-tag", "sale"), deleted, order)).toBe("unknown");
});

test("T3: an order without codes is known to have none", () => {
  expect(outcomeOf(none("discount-code", "X"), line, { ...order, discountCodes: [] })).toBe("holds");
  expect(outcomeOf(none("sku", "X"), lineOf("2", 1n), order)).toBe("holds");
});

test("T3: a test about goods is no matter of shipping", () => {
  const asked: Test[] = [
    any("vendor", "Hill"),
    none("vendor", "Vale"),
    { kind: "quantity", op: "at-least", count: 1 },
    { kind: "purchase", is: "one-time" },
  ];
  expect(asked.map((one) => outcomeOf(one, null, order))).toEqual(asked.map(() => "not-goods"));
  expect(outcomeOf(any("country", "DE"), null, order)).toBe("holds");
});

const yes = any("vendor", "Hill");
const no = any("vendor", "Vale");

test.each<[Condition, boolean]>([
  [{ kind: "all", of: [] }, true],
  [{ kind: "any", of: [] }, false],
  [{ kind: "all", of: [yes, no] }, false],
  [{ kind: "any", of: [no, yes] }, true],
  [{ kind: "all", of: [yes, { kind: "any", of: [no, { kind: "all", of: [yes, yes] }] }] }, true],
  [{ kind: "any", of: [no, { kind: "all", of: [yes, no] }] }, false],
])("T2: %j is true: %s", (condition, expected) => {
  expect(holds(condition, line, order)).toBe(expected);
  expect(unmetTests(condition, line, order) === null).toBe(expected);
});

const fails = (one: Test) => ({ test: one, outcome: "fails" });

test("the tests that keep a rule from paying are those that fail, with their outcome", () => {
  const value: Test = { kind: "order-value", op: "at-least", amount: usd(20_000n) };
  expect(unmetTests({ kind: "all", of: [yes, value, no] }, line, order)).toEqual([fails(value)]);
  expect(unmetTests({ kind: "any", of: [no, value] }, line, order)).toEqual([fails(no), fails(value)]);
  expect(unmetTests({ kind: "any", of: [] }, line, order)).toEqual([]);
  expect(unmetTests(yes, null, order)).toEqual([{ test: yes, outcome: "not-goods" }]);
  const subId = any("sub-id", "x");
  expect(unmetTests(subId, line, { ...order, subId: null })).toEqual([{ test: subId, outcome: "unknown" }]);
});

test.each([
  ["2026-01-15T10:00:00Z", "2026-01-15T10:00:00Z", 0],
  ["2026-01-15T10:00:00Z", "2026-02-14T23:00:00Z", 0],
  ["2026-01-15T10:00:00Z", "2026-02-15T01:00:00Z", 1],
  ["2025-11-30T10:00:00Z", "2026-02-28T10:00:00Z", 2],
  ["2025-12-01T00:00:00+02:00", "2026-11-30T00:00:00Z", 12],
  ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z", 0],
])("from %s to %s are %i whole months", (from, to, months) => {
  expect(wholeMonthsBetween(from, to)).toBe(months);
});
