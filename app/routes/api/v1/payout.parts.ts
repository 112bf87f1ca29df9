import { partListQuery } from "#app/contracts/payout-part.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { listParts } from "#app/flows/payouts/read-parts.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { nextSequenceCursor, sequenceOf } from "#app/http/list-position.ts";
import { partToWire } from "#app/http/payout-parts-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: partListQuery,
  run: async ({ context, params, query }) => {
    const behind = sequenceOf(query);
    if (isRefusal(behind)) return behind;
    const view = await readBatch(context.shopId, params["id"] ?? "");
    if (!view) return refuse("not-found", "There is no such payout");
    const { page, limit, status } = query;
    const asked = { page, limit, status, after: behind === undefined ? undefined : Number(behind) };
    const { parts, total, next } = await listParts(context.shopId, view.batch, asked);
    return {
      parts: parts.map(partToWire),
      pagination: { page, limit, total },
      nextCursor: nextSequenceCursor(next === null ? null : BigInt(next)),
    };
  },
});
