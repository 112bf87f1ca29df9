import { discountToWire } from "#app/contracts/discount-to-wire.ts";
import { discountListQuery, makeDiscountBody } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { makeDiscount } from "#app/flows/codes/make-discount.ts";
import { readDiscounts } from "#app/flows/codes/read-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountAsked, discountView } from "#app/http/discount-wire.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: discountListQuery,
  run: async ({ context, query }) => {
    const position = positionOf(query);
    if (isRefusal(position)) return position;
    const { page, limit, status, search } = query;
    const after = position && { createdAt: position.at, discountId: position.id };
    const asked = { page, limit, status, search, after };
    const found = await readDiscounts(context.shopId, asked);
    if (isRefusal(found)) return found;
    const { discounts, total, next } = found;
    return {
      discounts: discounts.map((one) => discountToWire(one, context.shop.currency)),
      pagination: { page, limit, total },
      nextCursor: nextCursor(next && { at: next.createdAt, id: next.discountId }),
    };
  },
});

const make = apiRoute({
  need: "write",
  body: makeDiscountBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const id = await makeDiscount(context.shop, discountAsked(body), { actor: context.actor, now });
    return isRefusal(id) ? id : await discountView(context, id);
  },
});

export function action(args: Parameters<typeof make>[0]) {
  return args.request.method === "POST" ? make(args) : methodNotAllowed("GET", "POST");
}
