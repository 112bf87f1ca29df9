import { storeSearchQuery } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { searchStore } from "#app/flows/codes/read-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  query: storeSearchQuery,
  run: async ({ context, query }) => {
    const discounts = await searchStore(context.shop, query.search);
    return isRefusal(discounts) ? discounts : { discounts };
  },
});

export function action() {
  return methodNotAllowed("GET");
}
