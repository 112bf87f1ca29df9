import { updateAffiliateBody } from "#app/contracts/affiliate.ts";
import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const affiliate = await readAffiliate(context.shop, params["id"] ?? "");
    return isRefusal(affiliate) ? affiliate : affiliateToWire(affiliate);
  },
});

const update = apiRoute({
  need: "write",
  body: updateAffiliateBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const changed = await updateAffiliate(context.shopId, id, body, { actor: context.actor, now });
    if (isRefusal(changed)) return changed;
    const affiliate = await readAffiliate(context.shop, id);
    return isRefusal(affiliate) ? affiliate : affiliateToWire(affiliate);
  },
});

export function action(args: Parameters<typeof update>[0]) {
  return args.request.method === "PUT" ? update(args) : methodNotAllowed("GET", "PUT");
}
