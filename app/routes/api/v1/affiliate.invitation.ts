import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { resendInvitation } from "#app/flows/affiliates/resend-invitation.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const resend = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const id = params["id"] ?? "";
    const by = { actor: context.actor, now, showsLink: false };
    const sent = await resendInvitation(context.shop, id, by);
    if (isRefusal(sent)) return sent;
    const affiliate = await readAffiliate(context.shop, id);
    return isRefusal(affiliate) ? affiliate : affiliateToWire(affiliate);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof resend>[0]) {
  return args.request.method === "POST" ? resend(args) : methodNotAllowed("POST");
}
