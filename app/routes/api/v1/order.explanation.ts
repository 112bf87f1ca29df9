import { explanationToWire } from "#app/contracts/order-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEntriesOf } from "#app/flows/commissions/read-commissions.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const explained = await readExplanation(context.shopId, params["id"] ?? "", context.domain);
    if (isRefusal(explained)) return explained;
    return explanationToWire(explained, await readEntriesOf(context.shopId, explained.commissions, now));
  },
});

export function action() {
  return methodNotAllowed("GET");
}
