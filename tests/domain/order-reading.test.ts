import { expect, test } from "vitest";
import { type FinancialStatus, isRenewal, paidAtOf, sentOf } from "#app/domain/order.ts";

test("money came where it is paid, wholly or partly given back; a part of it, or a promise, is not paid", () => {
  const at = "2026-11-10T12:00:00Z";
  const paid = (status: FinancialStatus): boolean => paidAtOf(status, at) === at;
  expect(["paid", "partially_refunded", "refunded"].map((one) => paid(one as FinancialStatus))).toEqual([
    true,
    true,
    true,
  ]);
  const others: FinancialStatus[] = [
    "pending",
    "authorized",
    "partially_paid",
    "voided",
    "expired",
    "unknown",
  ];
  expect(others.some(paid)).toBe(false);
  expect(paidAtOf("pending", at)).toBeNull();
});

const told = "2026-11-20T12:00:00Z";
const sent = (day: number, status: string | null) => ({
  createdAt: `2026-11-1${day}T12:00:00.000Z`,
  status,
});

test("an order is sent at its last fulfillment that succeeded, in whichever order they are told", () => {
  const all = [
    sent(3, "success"),
    sent(1, "SUCCESS"),
    sent(5, "cancelled"),
    sent(4, null),
    sent(6, "failure"),
  ];
  const last = { fulfilledAt: "2026-11-13T12:00:00.000Z" };
  expect(sentOf("fulfilled", all, told)).toEqual(last);
  expect(sentOf("FULFILLED", all, told)).toEqual(last);
  for (const status of [null, undefined, "partial", "PARTIALLY_FULFILLED", "restocked"]) {
    expect(sentOf(status, all, told)).toEqual({ fulfilledAt: null });
  }
});

test("an order that is called sent and lists nothing sent was so when it was told", () => {
  const heard = { fulfilledAt: null, sentUnlisted: true, sentHeardAt: told };
  expect(sentOf("fulfilled", [], told)).toEqual(heard);
  expect(sentOf("FULFILLED", [sent(5, "cancelled")], told)).toEqual(heard);
});

test("renewals are told by their source", () => {
  expect(["subscription_contract", "subscription_contract_checkout_one"].map(isRenewal)).toEqual([
    true,
    true,
  ]);
  expect(["web", "pos", "", null].map(isRenewal)).toEqual([false, false, false, false]);
});
