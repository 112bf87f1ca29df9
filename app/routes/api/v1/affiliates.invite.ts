import { inviteAffiliateBody } from "#app/contracts/affiliate.ts";
import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { hasMailServer } from "#app/flows/affiliates/send-link.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const invite = apiRoute({
  need: "write",
  body: inviteAffiliateBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const by = { actor: context.actor, now, showsLink: false };
    const invited = await inviteAffiliate(context.shop, body, by);
    if (isRefusal(invited)) return invited;
    const affiliate = await readAffiliate(context.shop, invited.affiliateId);
    if (isRefusal(affiliate)) return affiliate;
    return { ...affiliateToWire(affiliate), invitationEmailed: hasMailServer() };
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof invite>[0]) {
  return args.request.method === "POST" ? invite(args) : methodNotAllowed("POST");
}
