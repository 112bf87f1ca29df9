import { explanationToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const explained = await readExplanation(context.shopId, params["id"] ?? "", {
      now,
      shopDomain: context.domain,
    });
    return isRefusal(explained) ? explained : explanationToWire(explained);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
