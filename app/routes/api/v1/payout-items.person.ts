import { personItemListQuery } from "#app/contracts/payout.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { itemsAnswer } from "#app/http/payout-items-answer.ts";

export const loader = apiRoute({
  need: "read",
  query: personItemListQuery,
  run: ({ context, query }) => {
    const { status, method, search } = query;
    return itemsAnswer(context.shopId, { person: status ?? "", method, search }, query);
  },
});
