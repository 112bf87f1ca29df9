import { isRefusal } from "#app/domain/refusal.ts";
import { claimListQuery, claimToWire } from "#app/contracts/claim.ts";
import { readClaims } from "#app/flows/attribution/claims.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: claimListQuery,
  run: async ({ context, query }) => {
    const { affiliate: affiliateId, page, limit, search, status } = query;
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const asked = { search, status, affiliateId, page, limit };
    const found = await readClaims(context.shopId, asked);
    if (isRefusal(found)) return found;
    const { claims, total } = found;
    return { claims: claims.map(claimToWire), pagination: { page, limit, total } };
  },
});
