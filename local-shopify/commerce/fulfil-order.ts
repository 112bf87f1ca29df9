import { randomUUID } from "node:crypto";
import { getOrder, stamp, touch } from "./change-order.ts";
import type { CommerceContext } from "./context.ts";
import type { Fulfillment, Order } from "./order-types.ts";
import { CommerceRefusal } from "./refusal.ts";

export interface PiecesToSend {
  lineItemId: number;
  quantity: number;
}

/**
 * Sends pieces of an order, "all" for what is left of it, and sends fulfillments/create and orders/updated. Throws a
 * refusal, and changes nothing, where more would be sent than is left.
 */
export function fulfilOrder(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  pieces: PiecesToSend[] | "all",
): Fulfillment {
  const order = getOrder(ctx, shopDomain, orderId);
  if (order.cancelled_at) throw new CommerceRefusal(`${order.name} is cancelled; there is nothing to send.`);
  const wanted = pieces === "all" ? piecesLeft(order) : pieces;
  if (wanted.length === 0) throw new CommerceRefusal("There is nothing to send.");
  for (const each of wanted) checkPieces(order, each);
  const made = ctx.mutate(() => {
    const fulfillment = build(order, wanted, { id: ctx.nextId(), at: stamp(ctx, shopDomain) });
    order.fulfillments.push(fulfillment);
    touch(ctx, shopDomain, order);
    return fulfillment;
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "fulfillments/create", made, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return made;
}

/** Takes back a fulfilment, such as one that was made by mistake, and sends fulfillments/update and orders/updated. */
export function cancelFulfilment(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  fulfillmentId: number,
): Fulfillment {
  const order = getOrder(ctx, shopDomain, orderId);
  const fulfillment = order.fulfillments.find((each) => each.id === fulfillmentId);
  if (fulfillment?.status !== "success") {
    throw new CommerceRefusal("There is no such fulfilment to take back.");
  }
  ctx.mutate(() => {
    fulfillment.status = "cancelled";
    fulfillment.updated_at = stamp(ctx, shopDomain);
    touch(ctx, shopDomain, order);
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "fulfillments/update", fulfillment, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return fulfillment;
}

function piecesLeft(order: Order): PiecesToSend[] {
  return order.line_items
    .map((line) => ({ lineItemId: line.id, quantity: line.fulfillable_quantity }))
    .filter((each) => each.quantity > 0);
}

function checkPieces(order: Order, { lineItemId, quantity }: PiecesToSend): void {
  const line = order.line_items.find((each) => each.id === lineItemId);
  if (!line) throw new CommerceRefusal(`The order has no line ${lineItemId}.`);
  if (Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= line.fulfillable_quantity) return;
  throw new CommerceRefusal(`Of "${line.name}", ${line.fulfillable_quantity} are left to send.`);
}

function build(order: Order, pieces: PiecesToSend[], { id, at }: { id: number; at: string }): Fulfillment {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Fulfillment/${id}`,
    created_at: at,
    location_id: 655_441_491,
    name: `${order.name}.${order.fulfillments.length + 1}`,
    order_id: order.id,
    origin_address: {},
    receipt: {},
    service: "manual",
    shipment_status: null,
    status: "success",
    tracking_company: null,
    tracking_number: null,
    tracking_numbers: [],
    tracking_url: null,
    tracking_urls: [],
    updated_at: at,
    line_items: pieces.flatMap(({ lineItemId, quantity }) =>
      order.line_items
        .filter((line) => line.id === lineItemId)
        .map((line) => ({ ...structuredClone(line), quantity })),
    ),
  };
}
