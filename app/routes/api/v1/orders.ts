import { orderListQuery } from "#app/contracts/order.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOrders } from "#app/flows/orders/read-orders.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { orderFilterOf } from "#app/http/list-filters.ts";

export const loader = apiRoute({
  need: "read",
  query: orderListQuery,
  run: async ({ context, query }) => {
    const position = positionOf(query);
    if (isRefusal(position)) return position;
    const { page, limit } = query;
    const after = position && { placedAt: position.at, orderId: position.id };
    const asked = { ...orderFilterOf(query, context.shop.timeZone), page, limit, after };
    const { orders, total, next } = await readOrders(context.shopId, asked);
    return {
      orders: orders.map(orderToWire),
      pagination: { page, limit, total },
      nextCursor: nextCursor(next && { at: next.placedAt, id: next.orderId }),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
