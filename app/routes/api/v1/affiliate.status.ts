import { affiliateStatusBody } from "#app/contracts/affiliate.ts";
import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const change = apiRoute({
  need: "write",
  body: affiliateStatusBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const changed = await changeAffiliateStatus(context.shopId, id, body, { actor: context.actor, now });
    if (isRefusal(changed)) return changed;
    const affiliate = await readAffiliate(context.shop, id);
    return isRefusal(affiliate) ? affiliate : affiliateToWire(affiliate);
  },
});

export function loader(): Response {
  return methodNotAllowed("PUT");
}

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "PUT" ? change(args) : methodNotAllowed("PUT");
}
