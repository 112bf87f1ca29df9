import { expect, test } from "vitest";
import { firstOrderOf, type SubscribedOrder, subscribedLines } from "#app/domain/renewal.ts";
import { affiliateId, lineOf, orderedAt, orderOf, programId } from "./order-of.ts";

function begun(orderId: string, at: string, parts: Partial<SubscribedOrder> = {}): SubscribedOrder {
  const credit = { affiliateId: affiliateId("1"), programId: programId("1") };
  return { orderId, at, test: false, credit, lines: [{ productId: "7", sellingPlanId: "5" }], ...parts };
}

const renewal = orderOf({
  id: "6000",
  sourceName: "subscription_contract",
  lines: [lineOf("1", 1000n, { productId: "8" }), lineOf("2", 1000n, { productId: "7" })],
});
const found = (...ofCustomer: SubscribedOrder[]) => firstOrderOf(renewal, ofCustomer)?.orderId ?? null;

test("M23: the newest earlier order with one of the products counts, in whichever order they are told", () => {
  const [old, young] = [begun("5001", "2026-01-01T00:00:00Z"), begun("5002", "2026-02-01T00:00:00Z")];
  expect(found(young, old)).toBe("5002");
  expect(found(old, young)).toBe("5002");
  expect(found(young, begun("5003", young.at))).toBe("5003");
  expect(found(old, begun("5004", orderedAt))).toBe("5004");
  expect(found(old, begun("5005", "2026-11-10T12:00:01Z"))).toBe("5001");
  expect(found(begun("6000", "2026-01-01T00:00:00Z"))).toBeNull();
});

test("M23: another product fits no renewal, nor does one that the platform does not know any more", () => {
  expect(found(begun("5001", "2026-01-01T00:00:00Z", { lines: [{ productId: "9" }] }))).toBeNull();
  const lines = [{ productId: null, sellingPlanId: "5" }];
  const unknown = orderOf({ ...renewal, lines: [lineOf("1", 1000n, { sellingPlanId: "5" })] });
  expect(firstOrderOf(unknown, [begun("5001", "2026-01-01T00:00:00Z", { lines })])).toBeNull();
});

test("M23: selling plans are compared where both orders name one", () => {
  const ofPlan = orderOf({ ...renewal, lines: [lineOf("1", 1n, { productId: "7", sellingPlanId: "6" })] });
  const at = "2026-01-01T00:00:00Z";
  expect(firstOrderOf(ofPlan, [begun("5001", at)])).toBeNull();
  expect(firstOrderOf(ofPlan, [begun("5001", at, { lines: [{ productId: "7" }] })])?.orderId).toBe("5001");
});

test("a renewal begins no subscription, and a one-time purchase begins none", () => {
  const lines = [
    lineOf("1", 1n, { productId: "7", subscription: true }),
    lineOf("2", 1n, { productId: "8" }),
  ];
  expect(subscribedLines(orderOf({ lines })).map((line) => line.productId)).toEqual(["7"]);
  expect(subscribedLines(orderOf({ lines, sourceName: "subscription_contract_checkout_one" }))).toEqual([]);
});
