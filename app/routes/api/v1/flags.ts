import { isRefusal } from "#app/domain/refusal.ts";
import { flagListQuery, flagToWire } from "#app/contracts/flag.ts";
import { readFlags } from "#app/flows/fraud/read-flags.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: flagListQuery,
  run: async ({ context, query }) => {
    const { affiliate: affiliateId, page, limit, ...filter } = query;
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const found = await readFlags(context.shopId, { ...filter, affiliateId, page, limit });
    if (isRefusal(found)) return found;
    const { flags, total } = found;
    return { flags: flags.map(flagToWire), pagination: { page, limit, total } };
  },
});
