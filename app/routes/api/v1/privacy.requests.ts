import { isRefusal } from "#app/domain/refusal.ts";
import { dataRequestListQuery, dataRequestToWire } from "#app/contracts/privacy.ts";
import { readDataRequests } from "#app/flows/privacy/data-requests.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: dataRequestListQuery,
  run: async ({ context, query, now }) => {
    const tooDeep = offsetRefusal(query);
    if (tooDeep) return tooDeep;
    const { page, limit } = query;
    const found = await readDataRequests(context.shopId, { ...query, now });
    if (isRefusal(found)) return found;
    const { requests, total } = found;
    return { requests: requests.map(dataRequestToWire), pagination: { page, limit, total } };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
