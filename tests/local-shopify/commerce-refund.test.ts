import { describe, expect, test } from "vitest";
import {
  cancelOrder,
  deleteOrder,
  markPaid,
  refundOrder,
  settleRefund,
} from "../../local-shopify/commerce/change-order.ts";
import { placeOrder, type OrderRequest } from "../../local-shopify/commerce/place-order.ts";
import { commerceFixture, type CommerceFixture } from "./commerce-context.ts";

const guest = { email: "robin.hale@shopper.example" };

function place(fixture: CommerceFixture, more: Partial<OrderRequest> & Pick<OrderRequest, "lines">) {
  const order = placeOrder(fixture.ctx, fixture.domain, { customer: guest, ...more });
  fixture.takeTopics();
  return order;
}

/** Three notebooks of 9.95 less 10 %: 26.86 net and 2.15 tax, 5.00 shipping, 34.01 in all. */
function notebooks(more: Partial<OrderRequest> = {}) {
  const fixture = commerceFixture();
  const lines = [{ variantId: fixture.price("Pocket notebook", "9.95"), quantity: 3 }];
  const order = place(fixture, { lines, discountCodes: ["WELCOME10"], ...more });
  return { fixture, order, lineItemId: order.line_items[0]?.id ?? 0 };
}

describe("a refund of single items", () => {
  test("gives each its share after the discount, and all of them the whole line", () => {
    const { fixture, order, lineItemId } = notebooks();
    expect(order.total_price).toBe("34.01");
    const shares = [1, 2, 3].map(() => {
      const lines = [{ lineItemId, quantity: 1 }];
      const refund = refundOrder(fixture.ctx, fixture.domain, order.id, { lines });
      const [line] = refund.refund_line_items;
      return [line?.subtotal, line?.total_tax, refund.transactions[0]?.amount];
    });
    expect(shares).toEqual([
      [8.95, 0.72, "9.67"],
      [8.96, 0.71, "9.67"],
      [8.95, 0.72, "9.67"],
    ]);
    expect(order).toMatchObject({
      current_subtotal_price: "0.00",
      current_total_tax: "0.00",
      current_total_discounts: "0.00",
      current_total_price: "5.00",
      financial_status: "partially_refunded",
      subtotal_price: "26.86",
    });
  });

  test("updates the line's quantities and sends refunds/create, then orders/updated, as one event", () => {
    const { fixture, order, lineItemId } = notebooks();
    fixture.clock.at = new Date("2026-11-21T15:30:40Z");
    const sent = fixture.emitted.length;
    refundOrder(fixture.ctx, fixture.domain, order.id, { lines: [{ lineItemId, quantity: 2 }] });
    expect(order.line_items[0]).toMatchObject({ quantity: 3, current_quantity: 1 });
    expect(order.updated_at).toBe("2026-11-21T10:30:40-05:00");
    expect(order.created_at).toBe("2026-11-20T10:30:40-05:00");
    expect(fixture.takeTopics()).toEqual(["refunds/create", "orders/updated"]);
    const [refund, updated] = fixture.emitted.slice(sent);
    expect(refund?.eventId).toBe(updated?.eventId);
    expect(refund?.payload["order_id"]).toBe(order.id);
  });

  test("refuses more than is left", () => {
    const { fixture, order, lineItemId } = notebooks();
    const lines = [{ lineItemId, quantity: 4 }];
    expect(() => refundOrder(fixture.ctx, fixture.domain, order.id, { lines })).toThrow("3 are left");
    expect(() => refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "34.02" })).toThrow(
      "more money than is left",
    );
    expect(order.refunds).toEqual([]);
    expect(fixture.takeTopics()).toEqual([]);
  });
});

describe("an amount-only refund", () => {
  test("has no lines and a discrepancy of minus the amount", () => {
    const { fixture, order } = notebooks();
    const refund = refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "4.01" });
    expect(refund.refund_line_items).toEqual([]);
    expect(refund.order_adjustments).toMatchObject([{ kind: "refund_discrepancy", amount: "-4.01" }]);
    expect(refund.transactions).toMatchObject([{ kind: "refund", status: "success", amount: "4.01" }]);
    expect(order).toMatchObject({ current_total_price: "30.00", current_subtotal_price: "26.86" });
  });

  test("followed by everything else gives back exactly what was paid", () => {
    const { fixture, order } = notebooks({ tip: "2.00" });
    refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "4.01" });
    const rest = refundOrder(fixture.ctx, fixture.domain, order.id, {
      lines: "all",
      shipping: "all",
      amount: "all",
    });
    // 36.01 was paid: 4.01 went back, the lines and shipping are worth 34.01, so 2.01 of them stay out.
    expect(rest.transactions[0]?.amount).toBe("32.00");
    expect(rest.order_adjustments).toMatchObject([{ kind: "refund_discrepancy", amount: "2.01" }]);
    expect(order).toMatchObject({ financial_status: "refunded", current_total_price: "0.00" });
  });
});

describe("a refund that keeps a fee, or has not moved yet", () => {
  test("has a positive discrepancy of what was kept", () => {
    const { fixture, order } = notebooks();
    const refund = refundOrder(fixture.ctx, fixture.domain, order.id, { lines: "all", amount: "24.01" });
    expect(refund.order_adjustments).toMatchObject([{ amount: "5.00" }]);
    expect(order.current_total_price).toBe("10.00");
  });

  test("when pending lowers nothing until it has succeeded", () => {
    const { fixture, order } = notebooks();
    const refund = refundOrder(fixture.ctx, fixture.domain, order.id, {
      lines: "all",
      transaction: "pending",
    });
    expect(refund.order_adjustments).toMatchObject([{ kind: "refund_discrepancy", amount: "29.01" }]);
    expect(order).toMatchObject({ financial_status: "paid", current_total_price: "34.01" });
    fixture.takeTopics();
    settleRefund(fixture.ctx, fixture.domain, order.id, { refundId: refund.id, status: "success" });
    expect(refund.order_adjustments).toEqual([]);
    expect(order).toMatchObject({ financial_status: "partially_refunded", current_total_price: "5.00" });
    expect(fixture.takeTopics()).toEqual(["orders/updated"]);
  });

  test("when failed leaves the money refundable", () => {
    const { fixture, order } = notebooks();
    refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "34.01", transaction: "failure" });
    expect(order.financial_status).toBe("paid");
    refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "34.01" });
    expect(order.financial_status).toBe("refunded");
  });
});

describe("a refund of shipping", () => {
  test.each([false, true])("counts once in either shape (as adjustment: %s)", (shippingAsAdjustment) => {
    const fixture = commerceFixture("second-store.myshopify.com");
    const order = place(fixture, { lines: [{ variantId: fixture.variant("Stoneware mug"), quantity: 1 }] });
    const refund = refundOrder(fixture.ctx, fixture.domain, order.id, {
      shipping: "all",
      shippingAsAdjustment,
    });
    expect(refund.refund_shipping_lines).toHaveLength(shippingAsAdjustment ? 0 : 1);
    expect(refund.order_adjustments).toHaveLength(shippingAsAdjustment ? 1 : 0);
    expect(refund.transactions[0]?.amount).toBe("4.90");
    expect(order).toMatchObject({ current_total_price: "26.00", current_total_tax: "4.33" });
    const again = (): unknown => refundOrder(fixture.ctx, fixture.domain, order.id, { shipping: "0.01" });
    expect(again).toThrow("more shipping than is left");
  });
});

test("in another currency the last refund pays back to the last yen", () => {
  const fixture = commerceFixture();
  const lines = [{ variantId: fixture.price("Canvas tote", "20.00"), quantity: 3 }];
  const order = place(fixture, { lines, shipping: "Pickup", presentmentCurrency: "JPY" });
  const lineItemId = order.line_items[0]?.id ?? 0;
  const paid = [1, 2, 3].map(() => {
    const refund = refundOrder(fixture.ctx, fixture.domain, order.id, {
      lines: [{ lineItemId, quantity: 1 }],
    });
    return Number(refund.transactions[0]?.amount);
  });
  expect(order.total_price_set.presentment_money.amount).toBe("9688");
  expect(paid).toEqual([3229, 3229, 3230]);
  expect(order).toMatchObject({ financial_status: "refunded", current_total_price: "0.00" });
});

describe("a cancellation", () => {
  test("of a paid order refunds everything and leaves no lines", () => {
    const { fixture, order } = notebooks({ tip: "2.00" });
    cancelOrder(fixture.ctx, fixture.domain, order.id, { reason: "customer" });
    expect(order).toMatchObject({
      cancel_reason: "customer",
      cancelled_at: "2026-11-20T10:30:40-05:00",
      financial_status: "refunded",
      current_total_price: "0.00",
      current_subtotal_price: "0.00",
      total_price: "36.01",
    });
    expect(order.refunds[0]?.refund_line_items[0]?.restock_type).toBe("cancel");
    expect(order.refunds[0]?.transactions[0]?.amount).toBe("36.01");
    expect(fixture.takeTopics()).toEqual(["refunds/create", "orders/cancelled", "orders/updated"]);
  });

  test("of an unpaid order moves no money and voids it", () => {
    const { fixture, order } = notebooks({ paid: false });
    cancelOrder(fixture.ctx, fixture.domain, order.id);
    expect(order).toMatchObject({ financial_status: "voided", current_total_price: "0.00" });
    expect(order.refunds[0]).toMatchObject({ transactions: [], order_adjustments: [] });
  });

  test("that keeps the money still has no lines, and the money can be refunded later", () => {
    const { fixture, order } = notebooks();
    cancelOrder(fixture.ctx, fixture.domain, order.id, { refund: false });
    expect(order).toMatchObject({ financial_status: "paid", current_total_price: "0.00" });
    expect(order.refunds[0]?.order_adjustments).toMatchObject([{ amount: "34.01" }]);
    refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "34.01" });
    expect(order.financial_status).toBe("refunded");
  });

  test("happens once", () => {
    const { fixture, order } = notebooks();
    cancelOrder(fixture.ctx, fixture.domain, order.id);
    expect(() => cancelOrder(fixture.ctx, fixture.domain, order.id)).toThrow("cancelled already");
  });
});

describe("a pending order", () => {
  test("is paid once, and what came off its bill before is not paid back", () => {
    const { fixture, order, lineItemId } = notebooks({ paid: false });
    refundOrder(fixture.ctx, fixture.domain, order.id, { lines: [{ lineItemId, quantity: 1 }] });
    expect(order).toMatchObject({ financial_status: "pending", total_outstanding: "24.34" });
    fixture.takeTopics();
    markPaid(fixture.ctx, fixture.domain, order.id);
    expect(order).toMatchObject({ financial_status: "paid", total_outstanding: "0.00" });
    expect(fixture.takeTopics()).toEqual(["orders/paid", "orders/updated"]);
    expect(() => markPaid(fixture.ctx, fixture.domain, order.id)).toThrow("not pending");
    const rest = refundOrder(fixture.ctx, fixture.domain, order.id, { amount: "all" });
    expect(rest.transactions[0]?.amount).toBe("24.34");
    expect(order.financial_status).toBe("refunded");
  });
});

test("only a canceled or unpaid order can be deleted", () => {
  const { fixture, order } = notebooks();
  expect(() => deleteOrder(fixture.ctx, fixture.domain, order.id)).toThrow("cancelled or unpaid");
  cancelOrder(fixture.ctx, fixture.domain, order.id);
  fixture.takeTopics();
  deleteOrder(fixture.ctx, fixture.domain, order.id);
  expect(fixture.shop.orders).toEqual([]);
  expect(fixture.takeTopics()).toEqual(["orders/delete"]);
});
