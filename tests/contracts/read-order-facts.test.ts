import { expect, test } from "vitest";
import { readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { OrderFacts } from "#app/domain/order.ts";

type Parts = Record<string, unknown>;
const at = "2026-11-10T12:00:00-05:00";
const inUtc = "2026-11-10T17:00:00.000Z";

/** An order as the platform writes it, with a line of 10 dollars unless the test says otherwise. */
function factsOf(parts: Parts, line: Parts = {}): OrderFacts {
  const line_items = [{ id: 1, title: "Line", quantity: 1, price: "10.00", product_id: 7, ...line }];
  const order = { id: 5001, name: "#1001", currency: "USD", created_at: at, updated_at: at, line_items };
  const body = JSON.stringify({ ...order, financial_status: "paid", source_name: "web", ...parts });
  const news = readOrderDelivery("orders/updated", body, { hashEmail: (email) => email });
  if (news.kind !== "order") throw new Error("The body does not tell the order.");
  return news.facts;
}

const isSubscription = (parts: Parts, line: Parts = {}): boolean | undefined =>
  factsOf(parts, line).lines[0]?.subscription;

test("a subscription is told by the plan's number, by the older allocation, or by the order's source", () => {
  expect(isSubscription({}, { selling_plan_id: 690_000_001 })).toBe(true);
  expect(isSubscription({}, { selling_plan_allocation: { selling_plan: { id: 3 } } })).toBe(true);
  expect(isSubscription({ source_name: "subscription_contract" })).toBe(true);
  expect(isSubscription({ source_name: "subscription_contract_checkout_one" })).toBe(true);
  expect(isSubscription({}, { selling_plan_id: null, selling_plan_allocation: null })).toBe(false);
  expect(isSubscription({})).toBe(false);
});

const planOf = (line: Parts) => factsOf({}, line).lines[0]?.sellingPlanId;

test("a line's selling plan is read by its number from either field that names it", () => {
  expect(planOf({ selling_plan_id: 690_000_001 })).toBe("690000001");
  expect(planOf({ selling_plan_allocation: { selling_plan: { id: 3 } } })).toBe("3");
  expect(planOf({ selling_plan_id: null, selling_plan_allocation: null })).toBeUndefined();
  expect(planOf({ selling_plan_id: "monthly", selling_plan_allocation: true })).toBeUndefined();
});

test("payment is told from the reading that says so, in one way of writing the time", () => {
  expect(factsOf({}).paidAt).toBe(inUtc);
  expect(factsOf({ financial_status: "partially_paid" }).paidAt).toBeNull();
});

test("an order is sent when it is sent wholly, at the last fulfillment that succeeded", () => {
  const fulfillments = [
    { created_at: "2026-11-12T09:00:00-05:00", status: "success" },
    { created_at: "2026-11-11T23:30:00-05:00", status: "success" },
    { created_at: "2026-11-13T09:00:00-05:00", status: "cancelled" },
  ];
  const sent = { fulfillment_status: "fulfilled", fulfillments };
  expect(factsOf(sent).fulfilledAt).toBe("2026-11-12T14:00:00.000Z");
  expect(factsOf({ ...sent, fulfillment_status: "partial" }).fulfilledAt).toBeNull();
  expect(factsOf({ fulfillment_status: "fulfilled" }).fulfilledAt).toBeNull();
  // A fulfilment without a time was heard of with this body.
  expect(factsOf({ ...sent, fulfillments: [{ status: "success" }] }).fulfilledAt).toBe(inUtc);
});

test("the country is that of the delivery, or else of the bill", () => {
  const bill = { country_code: "US" };
  expect(factsOf({ shipping_address: { country_code: "NZ" }, billing_address: bill }).countryCode).toBe("NZ");
  expect(factsOf({ shipping_address: null, billing_address: bill }).countryCode).toBe("US");
  expect(factsOf({ shipping_address: { country_code: null }, billing_address: bill }).countryCode).toBe("US");
  expect(factsOf({}).countryCode).toBeNull();
});

test("what only the platform's answer tells is not known from a body, though it names the tags of the customer", () => {
  const body = { customer: { id: 77, email: "ada@customer.example", tags: "vip, press" } };
  expect(factsOf(body)).toMatchObject({ customerId: "77", catalog: null, customerOrderIndex: null });
});
