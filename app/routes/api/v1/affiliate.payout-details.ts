import { standingToWire } from "#app/contracts/payout-details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readDetailsOf } from "#app/flows/affiliates/read-details.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const standing = await readDetailsOf(context.shopId, params["id"] ?? "", now);
    return isRefusal(standing) ? standing : standingToWire(standing);
  },
});

export const action = () => methodNotAllowed("GET");
