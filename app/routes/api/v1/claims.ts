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
    const { claims, total } = await readClaims(context.shopId, asked);
    return { claims: claims.map(claimToWire), pagination: { page, limit, total } };
  },
});
