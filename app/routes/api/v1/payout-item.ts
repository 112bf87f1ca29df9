import { payoutItemDetailToWire } from "#app/contracts/payout-to-wire.ts";
import { refuse } from "#app/domain/refusal.ts";
import { readItem } from "#app/flows/payouts/read-batches.ts";
import { apiRoute } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const view = await readItem(context.shopId, params["id"] ?? "");
    if (!view) return refuse("not-found", "There is no such item");
    return payoutItemDetailToWire(view.item, view.transfers);
  },
});
