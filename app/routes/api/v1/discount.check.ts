import { checkDiscount } from "#app/flows/codes/check-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountView } from "#app/http/discount-wire.ts";

const check = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const id = params["id"] ?? "";
    return (await checkDiscount(context.shop, id, now)) ?? (await discountView(context, id));
  },
});

export function loader() {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof check>[0]) {
  return args.request.method === "POST" ? check(args) : methodNotAllowed("POST");
}
