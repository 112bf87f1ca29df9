import { takeProduct } from "#app/flows/attribution/product-owners.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const take = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const by = { actor: context.actor, now };
    return (await takeProduct(context.shopId, params["id"] ?? "", by)) ?? { ended: true };
  },
});

export function loader(): Response {
  return methodNotAllowed("DELETE");
}

export function action(args: Parameters<typeof take>[0]) {
  return args.request.method === "DELETE" ? take(args) : methodNotAllowed("DELETE");
}
