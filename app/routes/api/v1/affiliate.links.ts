import { linkListQuery } from "#app/contracts/link.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readLinksOf } from "#app/flows/links/read-links.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { linksAskedBy, linksToWire } from "#app/http/links-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: linkListQuery,
  run: async ({ context, params, query }) => {
    const asked = linksAskedBy(query);
    if (isRefusal(asked)) return asked;
    const found = await readLinksOf(context.shop, params["id"] ?? "", asked);
    return isRefusal(found) ? found : linksToWire(found, query);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
