import { partListQuery } from "#app/contracts/payout-part.ts";
import { isRefusal } from "#app/domain/refusal.ts";
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
    const batch = await readBatch(context.shopId, params["id"] ?? "");
    if (isRefusal(batch)) return batch;
    const { page, limit, status } = query;
    const asked = { page, limit, status, after: behind === undefined ? undefined : Number(behind) };
    const found = await listParts(context.shopId, batch, asked);
    if (isRefusal(found)) return found;
    const { parts, total, next } = found;
    return {
      parts: parts.map(partToWire),
      pagination: { page, limit, total },
      nextCursor: nextSequenceCursor(next === null ? null : BigInt(next)),
    };
  },
});
