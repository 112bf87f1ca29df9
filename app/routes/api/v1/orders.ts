import { orderListQuery } from "#app/contracts/order.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOrders } from "#app/flows/orders/read-orders.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { orderCursor, ordersAskedBy } from "#app/http/order-query.ts";

export const loader = apiRoute({
  need: "read",
  query: orderListQuery,
  run: async ({ context, query }) => {
    const asked = ordersAskedBy(query, context.shop.timeZone);
    if (isRefusal(asked)) return asked;
    const { page, limit, sort } = query;
    const found = await readOrders(context.shopId, asked);
    if (isRefusal(found)) return found;
    const { orders, total, next } = found;
    return {
      orders: orders.map(orderToWire),
      pagination: { page, limit, total },
      nextCursor: orderCursor(sort, next),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
