import { isRefusal } from "#app/domain/refusal.ts";
import { deliveryListQuery, orderNamedIn } from "#app/contracts/delivery.ts";
import { readSetAside } from "#app/flows/intake/set-aside.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { deliveryToWire } from "#app/http/delivery-wire.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: deliveryListQuery,
  run: async ({ context, query }) => {
    const tooDeep = offsetRefusal(query);
    if (tooDeep) return tooDeep;
    const found = await readSetAside(context.shopId, { ...query, findOrder: orderNamedIn });
    if (isRefusal(found)) return found;
    const { deliveries, total } = found;
    return { deliveries: deliveries.map(deliveryToWire), pagination: { ...query, total } };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
