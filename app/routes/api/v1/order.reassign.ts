import { reassignBody } from "#app/contracts/commission-handling.ts";
import { orderToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOrder } from "#app/flows/orders/read-orders.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const reassign = apiRoute({
  need: "write",
  body: reassignBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const { affiliateId: affiliate, ...asked } = body;
    const by = { actor: context.actor, now };
    const given = await reassignOrder(context.shop, id, { ...asked, affiliate }, by);
    if (isRefusal(given)) return given;
    const order = await readOrder(context.shopId, id);
    return isRefusal(order) ? order : orderToWire(order);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof reassign>[0]) {
  return args.request.method === "POST" ? reassign(args) : methodNotAllowed("POST");
}
