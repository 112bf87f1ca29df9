import { giveProductBody, pointingListQuery, productOwnerToWire } from "#app/contracts/pointing.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { giveProduct, readProductOwners } from "#app/flows/attribution/product-owners.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: pointingListQuery,
  run: async ({ context, query }) => {
    const { affiliate: affiliateId, page, limit, search, status } = query;
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const asked = { search, status, affiliateId, page, limit };
    const found = await readProductOwners(context.shopId, asked);
    if (isRefusal(found)) return found;
    const { owners, total } = found;
    return { products: owners.map(productOwnerToWire), pagination: { page, limit, total } };
  },
});

const give = apiRoute({
  need: "write",
  body: giveProductBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const asked = { productId: body.productId, affiliate: body.affiliateId };
    const given = await giveProduct(context.shop, asked, { actor: context.actor, now });
    return isRefusal(given) ? given : productOwnerToWire(given);
  },
});

export function action(args: Parameters<typeof give>[0]) {
  return args.request.method === "POST" ? give(args) : methodNotAllowed("GET", "POST");
}
