import { codeToWire } from "#app/contracts/discount-to-wire.ts";
import { codeListQuery } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { codeFilterOf } from "#app/http/list-filters.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: codeListQuery,
  run: async ({ context, query }) => {
    const position = positionOf(query);
    if (isRefusal(position)) return position;
    const { page, limit } = query;
    const after = position && { assignedAt: position.at, codeKey: position.id };
    const found = await readCodes(context.shopId, {
      ...codeFilterOf(query),
      page,
      limit,
      after,
    });
    if (isRefusal(found)) return found;
    const { codes, total, next } = found;
    return {
      codes: codes.map((one) => codeToWire(one, context.shop.currency)),
      pagination: { page, limit, total },
      nextCursor: nextCursor(next && { at: next.assignedAt, id: next.codeKey }),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
