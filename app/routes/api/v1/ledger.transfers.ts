import { transferListQuery } from "#app/contracts/ledger.ts";
import { transferToWire } from "#app/contracts/ledger-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readTransfers } from "#app/flows/ledger/read-transfers.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { transferFilterOf } from "#app/http/list-filters.ts";
import { nextSequenceCursor, sequenceOf } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: transferListQuery,
  run: async ({ context, query }) => {
    const after = sequenceOf(query);
    if (isRefusal(after)) return after;
    const { page, limit } = query;
    const found = await readTransfers(context.shop, transferFilterOf(query), { page, limit, after });
    if (isRefusal(found)) return found;
    const { transfers, total, next } = found;
    return {
      transfers: transfers.map(transferToWire),
      pagination: { page, limit, total },
      nextCursor: nextSequenceCursor(next),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
