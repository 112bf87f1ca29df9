import { describe, expect, it } from "vitest";
import { markPaid, refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { exchangeOrder, type ExchangeRequest } from "../../local-shopify/commerce/exchange-order.ts";
import { fulfilOrder } from "../../local-shopify/commerce/fulfil-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { commerceFixture } from "./commerce-context.ts";

/** Two mugs at 50.00 that were sent; other goods cost what is asked. No tax, no shipping. */
function sentMugs(otherPrice: string, isSent = true) {
  const fixture = commerceFixture();
  fixture.shop.settings.taxRateBps = 0;
  fixture.shop.settings.shippingOptions = [{ code: "free", title: "Free", price: "0.00" }];
  const [mug, other] = fixture.shop.products.filter((each) => !each.giftCard);
  if (!mug || !other) throw new Error("The seed sells too little.");
  const variantId = fixture.price(mug.title, "50.00");
  const otherId = fixture.price(other.title, otherPrice);
  const order = placeOrder(fixture.ctx, fixture.domain, {
    lines: [{ variantId, quantity: 2 }],
    customer: { email: "ada@customer.example" },
  });
  const lineId = order.line_items[0]?.id ?? 0;
  if (isSent) fulfilOrder(fixture.ctx, fixture.domain, order.id, [{ lineItemId: lineId, quantity: 1 }]);
  fixture.takeTopics();
  const exchange = (request: Partial<ExchangeRequest> = {}) =>
    exchangeOrder(fixture.ctx, fixture.domain, order.id, {
      back: [{ lineItemId: lineId, quantity: 1 }],
      out: [{ variantId: otherId, quantity: 1 }],
      ...request,
    });
  return { ...fixture, order, lineId, otherId, exchange };
}

describe("an exchange", () => {
  it("for the same price moves no money, and is a return with a line of its own", () => {
    const { order, exchange, takeTopics } = sentMugs("50.00");
    exchange();
    expect(takeTopics()).toEqual(["refunds/create", "orders/updated"]);
    expect(order.line_items).toMatchObject([
      { quantity: 2, current_quantity: 1 },
      { quantity: 1, current_quantity: 1, price: "50.00", fulfillment_status: null },
    ]);
    expect(order.refunds).toMatchObject([
      {
        return: { id: expect.any(Number) },
        refund_line_items: [{ quantity: 1, subtotal: 50, restock_type: "return" }],
        order_adjustments: [],
        transactions: [],
      },
    ]);
    // The original price stays: 2 × 50.00.
    expect(order).toMatchObject({
      total_price: "100.00",
      total_line_items_price: "100.00",
      current_total_price: "100.00",
      total_outstanding: "0.00",
      financial_status: "paid",
    });
  });

  it("for less gives the rest back", () => {
    const { order, exchange, ctx, domain } = sentMugs("30.00");
    exchange();
    expect(order.refunds[0]).toMatchObject({
      order_adjustments: [],
      transactions: [{ amount: "20.00", status: "success" }],
    });
    expect(order).toMatchObject({
      current_total_price: "80.00",
      total_outstanding: "0.00",
      financial_status: "partially_refunded",
    });
    // 50.00 and 30.00 are all that is left to give back.
    expect(() => refundOrder(ctx, domain, order.id, { amount: "80.01" })).toThrow(/left to refund/);
    refundOrder(ctx, domain, order.id, { lines: "all", amount: "all" });
    expect(order).toMatchObject({ current_total_price: "0.00", financial_status: "refunded" });
  });

  it("for more leaves the difference to be paid", () => {
    const { order, exchange, ctx, domain } = sentMugs("65.00");
    exchange();
    expect(order.refunds[0]).toMatchObject({ order_adjustments: [], transactions: [] });
    expect(order).toMatchObject({
      current_total_price: "115.00",
      total_outstanding: "15.00",
      financial_status: "partially_paid",
    });
    markPaid(ctx, domain, order.id);
    expect(order).toMatchObject({ total_outstanding: "0.00", financial_status: "paid" });
    refundOrder(ctx, domain, order.id, { lines: "all", amount: "all" });
    expect(order.refunds[1]?.transactions).toMatchObject([{ amount: "115.00" }]);
  });

  it.each([
    [
      "of goods that were not sent",
      /1 were sent/,
      (id: number) => ({ back: [{ lineItemId: id, quantity: 2 }] }),
    ],
    ["of a line that is not there", /has no line/, () => ({ back: [{ lineItemId: 1, quantity: 1 }] })],
    ["of half a piece", /are left/, (id: number) => ({ back: [{ lineItemId: id, quantity: 0.5 }] })],
    ["of less than a piece", /are left/, (id: number) => ({ back: [{ lineItemId: id, quantity: -1 }] })],
    ["for nothing", /go out/, () => ({ out: [] })],
    ["of nothing", /come back/, () => ({ back: [] })],
    ["for goods that nobody sells", /no variant/, () => ({ out: [{ variantId: 1, quantity: 1 }] })],
  ])("%s is refused, and changes nothing", (_, message, requestOf) => {
    const { order, lineId, exchange, takeTopics } = sentMugs("50.00");
    const before = structuredClone(order);
    expect(() => exchange(requestOf(lineId))).toThrow(message);
    expect(order).toEqual(before);
    expect(takeTopics()).toEqual([]);
  });

  it("of goods that are still here is an edit", () => {
    expect(() => sentMugs("50.00", false).exchange()).toThrow(/0 were sent/);
  });
});
