import { leftOutListQuery, leftOutToWire } from "#app/contracts/payout-left-out.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { readLeftOut } from "#app/flows/payouts/read-left-out.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { idPositionOf, nextIdCursor } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: leftOutListQuery,
  run: async ({ context, params, query }) => {
    const after = idPositionOf(query);
    if (isRefusal(after)) return after;
    const view = await readBatch(context.shopId, params["id"] ?? "");
    if (!view) return refuse("not-found", "There is no such payout");
    const { page, limit, status: reason, search } = query;
    const { batchId, currency } = view.batch;
    const filter = { batchId, reason, search };
    const { rows, total, last } = await readLeftOut(context.shopId, filter, { page, limit, after });
    return {
      leftOut: rows.map((one) => leftOutToWire(one, currency)),
      pagination: { page, limit, total },
      nextCursor: nextIdCursor(last),
    };
  },
});
