import { goodsQuery } from "#app/contracts/goods.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readGoods } from "#app/flows/programs/find-goods.ts";
import { apiRoute } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  query: goodsQuery,
  run: async ({ context, query }) => {
    const { kind, search, ids } = query;
    const goods = await readGoods(context.domain, { kind, search, ids: ids?.split(",") ?? [] });
    return isRefusal(goods) ? goods : { goods };
  },
});
