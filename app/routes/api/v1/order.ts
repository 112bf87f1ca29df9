import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOrder } from "#app/flows/orders/read-orders.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const order = await readOrder(context.shopId, params["id"] ?? "");
    return isRefusal(order) ? order : orderToWire(order);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
