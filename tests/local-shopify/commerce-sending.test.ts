import { beforeEach, expect, test } from "vitest";
import { refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { editOrder } from "../../local-shopify/commerce/edit-order.ts";
import { cancelFulfilment, fulfilOrder } from "../../local-shopify/commerce/fulfil-order.ts";
import type { Order } from "../../local-shopify/commerce/order-types.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { commerceFixture, type CommerceFixture } from "./commerce-context.ts";

let fixture: CommerceFixture;
let order: Order;
beforeEach(() => {
  fixture = commerceFixture();
  order = placeOrder(fixture.ctx, fixture.domain, {
    lines: [
      { variantId: fixture.variant("Stoneware mug"), quantity: 3 },
      { variantId: fixture.variant("Wool blanket"), quantity: 1 },
    ],
    customer: { email: "robin.hale@shopper.example" },
  });
  fixture.takeTopics();
});

const fulfil = (pieces: Parameters<typeof fulfilOrder>[3]) =>
  fulfilOrder(fixture.ctx, fixture.domain, order.id, pieces);
const mug = (): number => order.line_items[0]?.id ?? 0;
const statuses = () => [order.fulfillment_status, ...order.line_items.map((line) => line.fulfillment_status)];

test("a part is sent, then the rest, and each is told", () => {
  expect(statuses()).toEqual([null, null, null]);
  fulfil([{ lineItemId: mug(), quantity: 2 }]);
  expect(statuses()).toEqual(["partial", "partial", null]);
  expect(order.line_items.map((line) => line.fulfillable_quantity)).toEqual([1, 1]);
  expect(fixture.takeTopics()).toEqual(["fulfillments/create", "orders/updated"]);
  const rest = fulfil("all");
  expect(rest.line_items.map((line) => line.quantity)).toEqual([1, 1]);
  expect(statuses()).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

test("no more is sent than is left, and what is refused changes nothing", () => {
  const before = structuredClone(order);
  expect(() => fulfil([{ lineItemId: mug(), quantity: 4 }])).toThrow("3 are left to send");
  expect(() => fulfil([{ lineItemId: 5, quantity: 1 }])).toThrow("no line 5");
  expect(() => fulfil([])).toThrow("nothing to send");
  expect(order).toEqual(before);
});

test("what was refunded need not be sent", () => {
  fulfil([{ lineItemId: mug(), quantity: 3 }]);
  const blanket = order.line_items[1]?.id ?? 0;
  refundOrder(fixture.ctx, fixture.domain, order.id, { lines: [{ lineItemId: blanket, quantity: 1 }] });
  expect(order.fulfillment_status).toBe("fulfilled");
});

test("a canceled fulfillment, and a line that an edit adds, leave something to send again", () => {
  const { id } = fulfil("all");
  cancelFulfilment(fixture.ctx, fixture.domain, order.id, id);
  expect(statuses()).toEqual([null, null, null]);
  expect(() => cancelFulfilment(fixture.ctx, fixture.domain, order.id, id)).toThrow("no such fulfilment");
  fulfil("all");
  const variantId = fixture.variant("Desk lamp");
  editOrder(fixture.ctx, fixture.domain, order.id, { add: [{ variantId, quantity: 1 }] });
  expect(order.fulfillment_status).toBe("partial");
});
