import { expect, it } from "vitest";
import type { OrderFacts } from "#app/domain/order.ts";
import { earnsMoreThanSold } from "#app/domain/commission.ts";
import type { BaseTerms, FlatPay } from "#app/domain/terms/terms.ts";
import { lineOf, orderOf, percentOf, refundOf } from "./order-of.ts";
import { first, fixed, percent, perItem } from "./terms-of.ts";

const isMore = (pay: FlatPay, facts: Partial<OrderFacts>, base: Partial<BaseTerms> = {}): boolean => {
  const order = orderOf({ lines: [lineOf("1", 1000n)], ...facts });
  return earnsMoreThanSold(order, first({ ...percentOf(10, base), commission: pay }, order));
};

it("more than the net sales is more than was sold, and as much is not", () => {
  expect([isMore(fixed(1000n), {}), isMore(fixed(1001n), {})]).toEqual([false, true]);
  const three = { lines: [lineOf("1", 1000n, { quantity: 3 })] };
  expect([isMore(perItem(1000n), three), isMore(perItem(1001n), three)]).toEqual([false, true]);
});

it("a whole rate pays more only with tax or what a discount took off", () => {
  const lines = [lineOf("1", 1000n, { taxMinor: 200n, discountMinor: 100n })];
  expect(isMore(percent(100), { lines })).toBe(false);
  expect(isMore(percent(100), { lines }, { tax: true })).toBe(true);
  expect(isMore(percent(100), { lines }, { beforeDiscounts: true })).toBe(true);
});

it("a gift card was sold too where the terms count it", () => {
  const lines = [lineOf("1", 1000n, { giftCard: true }), lineOf("2", 10n)];
  expect(isMore(percent(10), { lines }, { giftCards: true })).toBe(false);
  expect(isMore(fixed(11n), { lines })).toBe(true);
});

it("what was given back later had been sold", () => {
  const line = { lineId: "1", quantity: 1, subtotalMinor: 1000n, taxMinor: 0n };
  expect(isMore(fixed(900n), { refunds: [refundOf("1", { lines: [line] })] })).toBe(false);
});
