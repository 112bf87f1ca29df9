import { describe, expect, it } from "vitest";
import { markPaid, refundOrder, refundOwed } from "../../local-shopify/commerce/change-order.ts";
import { decideDispute, openDispute } from "../../local-shopify/commerce/dispute-order.ts";
import { editOrder } from "../../local-shopify/commerce/edit-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { commerceFixture, type CommerceFixture } from "./commerce-context.ts";

/** Two mugs at 50.00 and nothing else: no tax, no shipping. */
function soldMugs(quantity = 2, paid = true) {
  const fixture = commerceFixture();
  fixture.shop.settings.taxRateBps = 0;
  fixture.shop.settings.shippingOptions = [{ code: "free", title: "Free", price: "0.00" }];
  const [mug, other] = fixture.shop.products.filter((each) => !each.giftCard);
  if (!mug || !other) throw new Error("The seed sells too little.");
  const variantId = fixture.price(mug.title, "50.00");
  const otherId = fixture.price(other.title, "30.00");
  const order = placeOrder(fixture.ctx, fixture.domain, {
    lines: [{ variantId, quantity }],
    customer: { email: "ada@customer.example" },
    paid,
  });
  fixture.takeTopics();
  const [line] = order.line_items;
  if (!line) throw new Error("The order has no line.");
  return { ...fixture, order, line, otherId };
}

const edit = (of: CommerceFixture & { order: { id: number } }, request: Parameters<typeof editOrder>[3]) =>
  editOrder(of.ctx, of.domain, of.order.id, request);

describe("editing an order", () => {
  it("adds a line, tells the edit and not the order, and leaves what the order began with", () => {
    const sold = soldMugs();
    edit(sold, { add: [{ variantId: sold.otherId, quantity: 3 }], note: "asked by phone" });
    const [edited, updated] = sold.emitted.slice(-2);
    expect([edited?.topic, updated?.topic]).toEqual(["orders/edited", "orders/updated"]);
    expect(edited?.eventId).toBe(updated?.eventId);
    const added = sold.order.line_items[1];
    expect(edited?.payload).toMatchObject({
      order_edit: {
        order_id: sold.order.id,
        staff_note: "asked by phone",
        line_items: { additions: [{ id: added?.id, delta: 3 }], removals: [] },
      },
    });
    // 2 × 50.00 = 100.00 then, and 3 × 30.00 = 90.00 more now, which nobody has paid.
    expect(sold.order).toMatchObject({
      subtotal_price: "100.00",
      total_price: "100.00",
      current_subtotal_price: "190.00",
      current_total_price: "190.00",
      total_outstanding: "90.00",
      financial_status: "partially_paid",
    });
    expect(added).toMatchObject({
      quantity: 3,
      current_quantity: 3,
      fulfillable_quantity: 3,
      price: "30.00",
    });
    markPaid(sold.ctx, sold.domain, sold.order.id);
    expect(sold.order).toMatchObject({ financial_status: "paid", total_outstanding: "0.00" });
  });

  it("takes a piece off, owes its money, and pays it back without refunding goods again", () => {
    const sold = soldMugs();
    edit(sold, { set: [{ lineItemId: sold.line.id, quantity: 1 }] });
    expect(sold.order.line_items[0]).toMatchObject({ quantity: 2, current_quantity: 1 });
    expect(sold.order).toMatchObject({
      current_total_price: "50.00",
      total_outstanding: "-50.00",
      financial_status: "paid",
    });
    const refund = refundOwed(sold.ctx, sold.domain, sold.order.id);
    expect([refund.refund_line_items, refund.order_adjustments]).toEqual([[], []]);
    expect(refund.transactions).toMatchObject([{ amount: "50.00", status: "success" }]);
    expect(sold.order).toMatchObject({
      current_total_price: "50.00",
      total_outstanding: "0.00",
      financial_status: "partially_refunded",
    });
    // The piece that is left is all that can be refunded now.
    refundOrder(sold.ctx, sold.domain, sold.order.id, { lines: "all", shipping: "all", amount: "all" });
    expect(sold.order).toMatchObject({ current_total_price: "0.00", financial_status: "refunded" });
  });

  it("brings removed pieces back as the same pieces, and more than those as new ones", () => {
    const sold = soldMugs();
    edit(sold, { set: [{ lineItemId: sold.line.id, quantity: 0 }] });
    edit(sold, { set: [{ lineItemId: sold.line.id, quantity: 2 }] });
    expect(sold.order).toMatchObject({ total_outstanding: "0.00", current_total_price: "100.00" });
    expect(sold.order.line_items[0]).toMatchObject({ quantity: 2, current_quantity: 2 });
    edit(sold, { set: [{ lineItemId: sold.line.id, quantity: 5 }] });
    expect(sold.order.line_items[0]).toMatchObject({ quantity: 5, current_quantity: 5 });
    expect(sold.order).toMatchObject({ total_outstanding: "150.00", total_line_items_price: "100.00" });
  });

  it("puts a discount on a line and takes it off", () => {
    const sold = soldMugs();
    edit(sold, { discounts: [{ lineItemId: sold.line.id, amount: "12.50" }] });
    expect(sold.order).toMatchObject({ current_total_discounts: "12.50", current_total_price: "87.50" });
    expect(sold.order.discount_applications).toMatchObject([{ type: "manual", value: "12.50" }]);
    edit(sold, { undiscount: [sold.line.id] });
    expect(sold.order).toMatchObject({ current_total_discounts: "0.00", current_total_price: "100.00" });
  });

  it("exchanges one line for another in one edit", () => {
    const sold = soldMugs(1);
    edit(sold, {
      set: [{ lineItemId: sold.line.id, quantity: 0 }],
      add: [{ variantId: sold.otherId, quantity: 2 }],
    });
    expect(sold.order).toMatchObject({ current_total_price: "60.00", total_outstanding: "10.00" });
  });

  it("leaves an unpaid order unpaid, with its new total outstanding", () => {
    const sold = soldMugs(2, false);
    edit(sold, { set: [{ lineItemId: sold.line.id, quantity: 1 }] });
    expect(sold.order).toMatchObject({ financial_status: "pending", total_outstanding: "50.00" });
  });

  it.each([
    ["nothing", /nothing to change/, () => ({})],
    ["a line that is not there", /has no line/, () => ({ set: [{ lineItemId: 1, quantity: 1 }] })],
    ["half a piece", /whole number/, (id: number) => ({ set: [{ lineItemId: id, quantity: 0.5 }] })],
    [
      "a discount above the price",
      /at most its price/,
      (id: number) => ({ discounts: [{ lineItemId: id, amount: "100.01" }] }),
    ],
    ["a variant that is not there", /no variant/, () => ({ add: [{ variantId: 1, quantity: 1 }] })],
  ])("refuses %s and changes nothing", (_, message, requestOf) => {
    const sold = soldMugs();
    const before = structuredClone(sold.order);
    expect(() => edit(sold, requestOf(sold.line.id))).toThrow(message);
    expect(sold.order).toEqual(before);
    expect(sold.takeTopics()).toEqual([]);
  });
});

describe("a disputed payment", () => {
  it("is opened once, decided, and told each time", () => {
    const sold = soldMugs();
    openDispute(sold.ctx, sold.domain, sold.order.id);
    expect(() => openDispute(sold.ctx, sold.domain, sold.order.id)).toThrow(/disputed already/);
    decideDispute(sold.ctx, sold.domain, sold.order.id, "lost");
    expect(sold.emitted.slice(-2)).toMatchObject([
      { topic: "disputes/create", payload: { order_id: sold.order.id, status: "needs_response" } },
      { topic: "disputes/update", payload: { order_id: sold.order.id, status: "lost" } },
    ]);
  });
});
