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
    const { flags, total } = await readFlags(context.shopId, { ...filter, affiliateId, page, limit });
    return { flags: flags.map(flagToWire), pagination: { page, limit, total } };
  },
});
