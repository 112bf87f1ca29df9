import { dropDiscount } from "#app/flows/codes/change-discount.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountView } from "#app/http/discount-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => discountView(context, params["id"] ?? ""),
});

const drop = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const id = params["id"] ?? "";
    const refusal = await dropDiscount(context.shop, id, { actor: context.actor, now });
    return refusal ?? (await discountView(context, id));
  },
});

export function action(args: Parameters<typeof drop>[0]) {
  return args.request.method === "DELETE" ? drop(args) : methodNotAllowed("GET", "DELETE");
}
