import { commissionListQuery } from "#app/contracts/commission.ts";
import { commissionToWire } from "#app/contracts/commission-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { commissionFilterOf } from "#app/http/list-filters.ts";
import { sortedCursor, sortedPositionOf } from "#app/http/sorted-position.ts";

export const loader = apiRoute({
  need: "read",
  query: commissionListQuery,
  run: async ({ context, query, now }) => {
    const position = sortedPositionOf(query);
    if (isRefusal(position)) return position;
    const { page, limit } = query;
    const after = position && { createdAt: new Date(position.key), commissionId: position.id };
    const asked = { ...commissionFilterOf(query), page, limit, after };
    const { commissions, total, next } = await readCommissions(context.shopId, asked, now);
    return {
      commissions: commissions.map(commissionToWire),
      pagination: { page, limit, total },
      nextCursor: sortedCursor(query.sort, next && { key: next.createdAt, id: next.commissionId }),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
