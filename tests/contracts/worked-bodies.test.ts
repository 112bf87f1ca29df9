import { expect, test } from "vitest";
import { readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { Evaluation } from "#app/domain/commission.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { evaluated, percentOf } from "../domain/order-of.ts";

/**
 * Orders as the platform writes them, read and evaluated; worked out by hand from docs/ledger.md. Literals are minor
 * units of shop money, the arithmetic stands above each.
 */

type Parts = Record<string, unknown>;
const at = "2026-11-10T12:00:00-05:00";
const orderId = 820_982_911_946;

/** An amount in both currencies; the shopper's is the shop's unless it is given. */
const set = (amount: string, currency = "USD", presentment = { amount, currency_code: currency }) => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: presentment,
});

const line = (id: number, price: string, parts: Parts = {}): Parts => ({
  id,
  title: `Line ${id}`,
  quantity: 1,
  price,
  gift_card: false,
  product_id: id * 10,
  discount_allocations: [],
  tax_lines: [],
  ...parts,
});

const euros = (amount: string) => ({ amount, currency_code: "EUR" });
const off = (...each: string[]) =>
  each.map((amount, index) => ({ amount, discount_application_index: index }));
const refund = (parts: Parts): Parts => ({ id: 509, created_at: at, processed_at: at, ...parts });
const paidBack = (status: string) => [{ kind: "refund", status, amount: "1.00", currency: "USD" }];

const defaults = { name: "#1001", currency: "USD", financial_status: "paid", source_name: "web" };

function newsOf(parts: Parts) {
  const body = JSON.stringify({ id: orderId, ...defaults, created_at: at, updated_at: at, ...parts });
  return readOrderDelivery("orders/updated", body, { hashEmail: (email) => email });
}

function factsOf(parts: Parts): OrderFacts {
  const news = newsOf(parts);
  if (news.kind !== "order") throw new Error("The body does not tell the order.");
  return news.facts;
}

const worth = (parts: Parts, terms: ProgramTerms = percentOf(10)): Evaluation =>
  evaluated(terms, factsOf(parts));
const amounts = (of: Evaluation): bigint[] => [of.originalMinor, of.currentMinor];

test("several discounts on one line all come off", () => {
  // 80.00 − 8.00 (a code) − 5.00 (automatic) − 2.00 (by hand) = 65.00; 10 % = 6.50.
  const discounted = line(1, "80.00", { discount_allocations: off("8.00", "5.00", "2.00") });
  expect(amounts(worth({ line_items: [discounted] }))).toEqual([650n, 650n]);
});

test("a code for one line lowers that line, though it is listed on the order", () => {
  // 30.00 − 15.00 = 15.00 → 1.50; 20.00 → 2.00.
  const result = worth({
    discount_codes: [{ code: "HALF", amount: "15.00", type: "percentage" }],
    discount_applications: [{ type: "discount_code", code: "half", target_selection: "entitled" }],
    line_items: [line(1, "30.00", { discount_allocations: off("15.00") }), line(2, "20.00")],
  });
  expect(result.lines.map((one) => one.currentMinor)).toEqual([150n, 200n]);
});

test("another currency at the checkout: commission is of the shop's money (M6)", () => {
  // The shopper paid 2 × 46.00 euros; in the shop 2 × 50.00 dollars: 10.00. One piece back at the new rate for 49.97
  // dollars: 100.00 − 49.97 = 50.03 → 5.003 → 5.00.
  const sold = line(1, "50.00", {
    quantity: 2,
    current_quantity: 1,
    price_set: set("50.00", "USD", euros("46.00")),
  });
  const back = refund({
    refund_line_items: [
      { line_item_id: 1, quantity: 1, subtotal: 49.97, subtotal_set: set("49.97", "USD", euros("46.00")) },
    ],
    transactions: [{ kind: "refund", status: "success", amount: "46.00", currency: "EUR" }],
  });
  const order = { presentment_currency: "EUR", line_items: [sold], refunds: [back] };
  expect(amounts(worth(order))).toEqual([1000n, 500n]);
});

test("the last piece at a third rate leaves nothing, though its amount does (M6)", () => {
  // 50.00 sold, 49.90 came back with the only piece: 0.10 would still earn a cent, and the line stands at zero.
  const back = refund({
    refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal_set: set("49.90", "USD", euros("46.00")) }],
    transactions: paidBack("success"),
  });
  const line_items = [line(1, "50.00", { current_quantity: 0 })];
  expect(amounts(worth({ presentment_currency: "EUR", line_items, refunds: [back] }))).toEqual([500n, 0n]);
});

test("zero-decimal currency as the platform writes it", () => {
  // 3 × 1980 − 198 = 5742 yen; 7 % = 401.94 → 402.
  const yen = line(1, "1980", { quantity: 3, discount_allocations: off("198") });
  expect(amounts(worth({ currency: "JPY", line_items: [yen] }, percentOf(7)))).toEqual([402n, 402n]);
});

test("three-decimal currency as the platform writes it", () => {
  // 2 × 12.345 − 0.690 = 24.000 dinars; 5 % = 1.200. One back for 12.000: 12.000 → 0.600.
  const dinars = line(1, "12.345", { quantity: 2, discount_allocations: off("0.690") });
  const back = refund({
    refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal_set: set("12.000", "KWD") }],
    transactions: paidBack("success"),
  });
  const result = worth({ currency: "KWD", line_items: [dinars], refunds: [back] }, percentOf(5));
  expect(amounts(result)).toEqual([1200n, 600n]);
});

test("two taxes inside the price both come off", () => {
  // 118.00 with 9.00 and 9.00 inside: 100.00 → 10.00.
  const taxed = line(1, "118.00", { tax_lines: [{ price: "9.00" }, { price: "9.00" }] });
  expect(amounts(worth({ taxes_included: true, line_items: [taxed] }))).toEqual([1000n, 1000n]);
});

test("paying with a gift card lowers nothing (M7)", () => {
  // 60.00, all of it paid by gift card: 6.00.
  const order = { payment_gateway_names: ["gift_card"], total_outstanding: "0.00" };
  expect(amounts(worth({ ...order, line_items: [line(1, "60.00")] }))).toEqual([600n, 600n]);
});

test("a gift card as goods and a tip that is a line are out", () => {
  // 25.00 goods → 2.50; the card of 50.00 and the tip of 4.00 earn nothing, and the tip does not count twice.
  const order = {
    total_tip_received: "4.00",
    line_items: [
      line(1, "25.00"),
      line(2, "50.00", { gift_card: true }),
      line(3, "4.00", { title: "Tip", tip: { payment_gateway: "bogus" } }),
    ],
  };
  expect(amounts(worth(order))).toEqual([250n, 250n]);
  // With tips taken in: 2.50 + 0.40.
  expect(amounts(worth(order, percentOf(10, { tips: true })))).toEqual([290n, 290n]);
});

test("a sale at the till and its return without restocking", () => {
  // 2 × 20.00 → 4.00; one back: 20.00 → 2.00, restocked or not.
  for (const restock_type of ["no_restock", "return"]) {
    const back = refund({
      restock: restock_type === "return",
      refund_line_items: [
        { line_item_id: 1, quantity: 1, restock_type, subtotal: 20, subtotal_set: set("20.00") },
      ],
      transactions: paidBack("success"),
    });
    const till = { source_name: "pos", line_items: [line(1, "20.00", { quantity: 2 })], refunds: [back] };
    expect(amounts(worth(till))).toEqual([400n, 200n]);
  }
});

test("a manual discount of a draft order comes off and is no code", () => {
  // 100.00 − 15.00 = 85.00 → 8.50; its title stands among the codes all the same.
  const draft = {
    source_name: "shopify_draft_order",
    discount_codes: [{ code: "Good customer", amount: "15.00", type: "fixed_amount" }],
    discount_applications: [{ type: "manual", title: "Good customer" }],
    line_items: [line(1, "100.00", { discount_allocations: off("15.00") })],
  };
  expect(factsOf(draft).discountCodes).toEqual([]);
  expect(amounts(worth(draft))).toEqual([850n, 850n]);
});

test("an order for nothing and a test order say so", () => {
  const free = worth({ line_items: [line(1, "30.00", { discount_allocations: off("30.00") })] });
  expect([...amounts(free), free.uncreditedReason]).toEqual([0n, 0n, "nothing-commissionable"]);
  const trial = worth({ test: true, line_items: [line(1, "30.00")] });
  expect([...amounts(trial), trial.uncreditedReason]).toEqual([0n, 0n, "test-order"]);
});

test("a refund's amounts are read from its sets, not from its rounded numbers", () => {
  // 59.97 − 19.99 = 39.98 → 3.998 → 4.00, of 5.997 → 6.00.
  const back = refund({
    refund_line_items: [
      { line_item_id: 1, quantity: 1, subtotal: 20, subtotal_set: set("19.99"), total_tax: 0 },
    ],
    transactions: paidBack("success"),
  });
  const line_items = [line(1, "19.99", { quantity: 3 })];
  expect(amounts(worth({ line_items, refunds: [back] }))).toEqual([600n, 400n]);
});

test("a shipping refund that is told in both shapes counts once", () => {
  // 50.00 and 10.00 shipping in the base: 6.00; 4.00 of the shipping back: 56.00 → 5.60.
  const back = refund({
    refund_shipping_lines: [{ shipping_line_id: 7, subtotal_amount_set: set("4.00") }],
    order_adjustments: [{ kind: "shipping_refund", amount: "-4.00", amount_set: set("-4.00") }],
    transactions: paidBack("success"),
  });
  const order = { line_items: [line(1, "50.00")], shipping_lines: [{ id: 7, price: "10.00" }] };
  expect(amounts(worth({ ...order, refunds: [back] }, percentOf(10, { shipping: true })))).toEqual([
    600n,
    560n,
  ]);
});

test("an amount-only refund, with tax and shipping on the order", () => {
  // 100.00 + 20.00 + 10.00 = 130.00; 13.00 is a tenth: base 90.00 → 9.00, of 10.00.
  const back = refund({
    order_adjustments: [{ kind: "refund_discrepancy", amount: "-13.00", amount_set: set("-13.00") }],
    transactions: paidBack("success"),
  });
  const order = {
    line_items: [line(1, "100.00", { tax_lines: [{ price: "20.00" }] })],
    shipping_lines: [{ id: 7, price: "10.00" }],
  };
  expect(amounts(worth({ ...order, refunds: [back] }))).toEqual([1000n, 900n]);
});

test("a refund that is pending or failed leaves everything, and one that succeeds after all does not", () => {
  // 80.00 → 8.00; whole while no money has moved, nothing afterwards.
  const goods = { refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal_set: set("80.00") }] };
  const waiting = {
    order_adjustments: [{ kind: "refund_discrepancy", amount: "80.00", amount_set: set("80.00") }],
  };
  const standingAfter = (parts: Parts) =>
    worth({ line_items: [line(1, "80.00")], refunds: [refund({ ...goods, ...parts })] }).currentMinor;
  expect(standingAfter({ ...waiting, transactions: paidBack("pending") })).toBe(800n);
  expect(standingAfter({ transactions: paidBack("failure") })).toBe(800n);
  expect(standingAfter({ transactions: paidBack("success") })).toBe(0n);
});

test("a canceled order earns nothing", () => {
  expect(amounts(worth({ cancelled_at: at, line_items: [line(1, "70.00")] }))).toEqual([700n, 0n]);
});

test("shipping counts after its discount, and not when an edit removed it", () => {
  // 40.00 → 4.00; shipping 12.00, discounted to 9.00 → 0.90; the removed one of 6.00 is charged no more.
  const shipping_lines = [
    { id: 7, price: "12.00", discounted_price: "9.00" },
    { id: 8, price: "6.00", is_removed: true },
  ];
  const order = { line_items: [line(1, "40.00")], shipping_lines };
  expect(amounts(worth(order, percentOf(10, { shipping: true })))).toEqual([490n, 490n]);
});

test("duties count where the terms take them in", () => {
  // 100.00 → 10.00; duties 7.50 → 0.75.
  const order = { line_items: [line(1, "100.00")], original_total_duties_set: set("7.50") };
  expect(amounts(worth(order))).toEqual([1000n, 1000n]);
  expect(amounts(worth(order, percentOf(10, { duties: true })))).toEqual([1075n, 1075n]);
});

test("lines worth more than the order began with show an edit, and a tip among them does not", () => {
  const line_items = [line(1, "40.00"), line(2, "10.00")];
  expect(newsOf({ line_items, total_line_items_price: "40.00" })).toMatchObject({ edited: true });
  expect(newsOf({ line_items, total_line_items_price: "50.00" })).not.toHaveProperty("edited");
  const tipped = [line(1, "40.00"), line(2, "10.00", { tip: {} })];
  expect(newsOf({ line_items: tipped, total_line_items_price: "40.00" })).not.toHaveProperty("edited");
});
