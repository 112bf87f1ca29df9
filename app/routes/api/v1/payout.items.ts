import { payoutItemListQuery } from "#app/contracts/payout.ts";
import { payoutItemToWire } from "#app/contracts/payout-to-wire.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { readBatch, readItems } from "#app/flows/payouts/read-batches.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { readCursor, writeCursor } from "#app/http/cursor.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: payoutItemListQuery,
  run: async ({ context, params, query }) => {
    const { page, limit, status, search } = query;
    const position = readCursor(query.cursor, ["id"]);
    if (isRefusal(position)) return position;
    const refusal = position ? undefined : offsetRefusal(query);
    if (refusal) return refusal;
    const view = await readBatch(context.shopId, params["id"] ?? "");
    if (!view) return refuse("not-found", "There is no such payout");
    const filter = { batchId: view.batch.batchId, status, search };
    const paged = { page, limit, after: position?.id };
    const { items, total, last } = await readItems(context.shopId, filter, paged);
    return {
      items: items.map(payoutItemToWire),
      pagination: { page, limit, total },
      nextCursor: last === null ? null : writeCursor({ id: last }),
    };
  },
});
