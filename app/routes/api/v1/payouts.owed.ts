import { owedQuery, owedToWire, totalToWire } from "#app/contracts/owed.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOwed } from "#app/flows/payouts/read-owed.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { owedAskedOf, owedCursor, owedPositionOf } from "#app/http/owed-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: owedQuery,
  run: async ({ context, query, now }) => {
    const after = owedPositionOf(query);
    if (isRefusal(after)) return after;
    const { page, limit } = query;
    const found = await readOwed(context.shop, owedAskedOf(query), { page, limit, after, now });
    if (isRefusal(found)) return found;
    return {
      asOf: query.asOf ?? null,
      owed: found.owed.map(owedToWire),
      totals: found.totals.map(totalToWire),
      pagination: { page, limit, total: found.total },
      nextCursor: owedCursor(query, found.next),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
