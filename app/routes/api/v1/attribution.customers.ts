import { bindCustomerBody, bindingToWire, pointingListQuery } from "#app/contracts/pointing.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { bindCustomer, readBindings } from "#app/flows/attribution/bindings.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: pointingListQuery,
  run: async ({ context, query }) => {
    const { page, limit, search: email, affiliate: affiliateId, status } = query;
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const found = await readBindings(context.shopId, {
      email,
      affiliateId,
      status,
      page,
      limit,
    });
    if (isRefusal(found)) return found;
    const { bindings, total } = found;
    return { customers: bindings.map(bindingToWire), pagination: { page, limit, total } };
  },
});

const bind = apiRoute({
  need: "write",
  body: bindCustomerBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const asked = { email: body.email, affiliate: body.affiliateId };
    const bound = await bindCustomer(context.shopId, asked, { actor: context.actor, now });
    return isRefusal(bound) ? bound : bindingToWire(bound);
  },
});

export function action(args: Parameters<typeof bind>[0]) {
  return args.request.method === "POST" ? bind(args) : methodNotAllowed("GET", "POST");
}
