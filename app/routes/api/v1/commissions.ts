import { commissionListQuery } from "#app/contracts/commission.ts";
import { addCommissionBody } from "#app/contracts/commission-handling.ts";
import { commissionDetailToWire, entryToWire } from "#app/contracts/commission-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { readCommission, readCommissions } from "#app/flows/commissions/read-commissions.ts";
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
    const asked = { ...commissionFilterOf(query, context.shop.timeZone), page, limit, after };
    const found = await readCommissions(context.shopId, asked, now);
    if (isRefusal(found)) return found;
    const { entries, total, next } = found;
    return {
      commissions: entries.map(entryToWire),
      pagination: { page, limit, total },
      nextCursor: sortedCursor(query.sort, next && { key: next.createdAt, id: next.commissionId }),
    };
  },
});

const add = apiRoute({
  need: "write",
  body: addCommissionBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const { affiliateId: affiliate, ...asked } = body;
    const id = await addCommission(context.shop, { ...asked, affiliate }, { actor: context.actor, now });
    if (isRefusal(id)) return id;
    const found = await readCommission(context.shopId, id, now);
    return isRefusal(found) ? found : commissionDetailToWire(found);
  },
});

export function action(args: Parameters<typeof add>[0]) {
  return args.request.method === "POST" ? add(args) : methodNotAllowed("GET", "POST");
}
