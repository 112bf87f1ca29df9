import { standingToWire, useDetailsNowBody } from "#app/contracts/payout-details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readDetailsOf } from "#app/flows/affiliates/read-details.ts";
import { useDetailsNow } from "#app/flows/affiliates/use-details-now.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const post = apiRoute({
  need: "write",
  body: useDetailsNowBody,
  run: async ({ context, params, body, now }) => {
    const { shop, shopId, actor } = context;
    const id = params["id"] ?? "";
    const refusal = await useDetailsNow(shop, id, body.details, { actor, now });
    if (refusal) return refusal;
    const standing = await readDetailsOf(shopId, id, now);
    return isRefusal(standing) ? standing : standingToWire(standing);
  },
});

export const loader = () => methodNotAllowed("POST");

export function action(args: Parameters<typeof post>[0]) {
  return args.request.method === "POST" ? post(args) : methodNotAllowed("POST");
}
