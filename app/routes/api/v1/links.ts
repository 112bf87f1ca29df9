import { linkToWire } from "#app/contracts/link-to-wire.ts";
import { createLinkBody, linkListQuery } from "#app/contracts/link.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { readLink, readLinks } from "#app/flows/links/read-links.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { linksAskedBy, linksToWire } from "#app/http/links-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: linkListQuery,
  run: async ({ context, query }) => {
    const asked = linksAskedBy(query);
    const found = isRefusal(asked) ? asked : await readLinks(context.shop, asked);
    return isRefusal(found) ? found : linksToWire(found, query);
  },
});

const create = apiRoute({
  need: "write",
  body: createLinkBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const { affiliateId, ...input } = body;
    const linkId = await createLink(context.shop, affiliateId, input, { actor: context.actor, now });
    if (isRefusal(linkId)) return linkId;
    const link = await readLink(context.shop, { linkId });
    return isRefusal(link) ? link : linkToWire(link);
  },
});

export function action(args: Parameters<typeof create>[0]) {
  return args.request.method === "POST" ? create(args) : methodNotAllowed("GET", "POST");
}
