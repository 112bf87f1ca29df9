import { affiliateListQuery } from "#app/contracts/affiliate.ts";
import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliates } from "#app/flows/affiliates/read-affiliates.ts";
import { affiliateCursor, affiliatesAskedBy } from "#app/http/affiliate-query.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  query: affiliateListQuery,
  run: async ({ context, query }) => {
    const asked = affiliatesAskedBy(query, context.shop.timeZone);
    if (isRefusal(asked)) return asked;
    const found = await readAffiliates(context.shop, asked);
    if (isRefusal(found)) return found;
    const { affiliates, total, next } = found;
    return {
      affiliates: affiliates.map(affiliateToWire),
      pagination: { page: query.page, limit: query.limit, total },
      nextCursor: affiliateCursor(query.sort, next),
    };
  },
});

export function action(): Response {
  return methodNotAllowed("GET");
}
