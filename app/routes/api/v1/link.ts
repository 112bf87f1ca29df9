import { linkToWire } from "#app/contracts/link-to-wire.ts";
import { updateLinkBody } from "#app/contracts/link.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readLink } from "#app/flows/links/read-links.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const link = await readLink(context.shop, { linkId: params["id"] ?? "" });
    return isRefusal(link) ? link : linkToWire(link);
  },
});

const update = apiRoute({
  need: "write",
  body: updateLinkBody,
  run: async ({ context, params, body, now }) => {
    const named = { linkId: params["id"] ?? "" };
    const changed = await updateLink(context.shop, named, body, { actor: context.actor, now });
    if (isRefusal(changed)) return changed;
    const link = await readLink(context.shop, named);
    return isRefusal(link) ? link : linkToWire(link);
  },
});

export function action(args: Parameters<typeof update>[0]) {
  return args.request.method === "PUT" ? update(args) : methodNotAllowed("GET", "PUT");
}
