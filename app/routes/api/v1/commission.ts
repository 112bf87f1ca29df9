import { commissionDetailToWire } from "#app/contracts/commission-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const found = await readCommission(context.shopId, params["id"] ?? "", now);
    return isRefusal(found) ? found : commissionDetailToWire(found);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
