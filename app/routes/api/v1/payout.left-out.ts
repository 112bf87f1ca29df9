import { leftOutListQuery, leftOutToWire } from "#app/contracts/payout-left-out.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readPayout } from "#app/flows/payouts/read-batches.ts";
import { readLeftOut } from "#app/flows/payouts/read-left-out.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { idPositionOf, nextIdCursor } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: leftOutListQuery,
  run: async ({ context, params, query }) => {
    const after = idPositionOf(query);
    if (isRefusal(after)) return after;
    const payout = await readPayout(context.shopId, params["id"] ?? "");
    if (isRefusal(payout)) return payout;
    const { page, limit, status: reason, search } = query;
    const filter = { payoutId: payout.payoutId, reason, search };
    const found = await readLeftOut(context.shopId, filter, { page, limit, after });
    if (isRefusal(found)) return found;
    const { rows, total, last } = found;
    return {
      leftOut: rows.map(leftOutToWire),
      pagination: { page, limit, total },
      nextCursor: nextIdCursor(last),
    };
  },
});
