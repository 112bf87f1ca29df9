import { isRefusal } from "#app/domain/refusal.ts";
import { readDiscountCodes, removeDiscountCode } from "#app/flows/affiliates/discount-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountCodesOf } from "#app/http/discount-codes-wire.ts";

const remove = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const { id = "", code = "" } = params;
    const refusal = await removeDiscountCode(context.shopId, id, code, { actor: context.actor, now });
    if (isRefusal(refusal)) return refusal;
    return discountCodesOf(await readDiscountCodes(context.shopId, id));
  },
});

export function loader(): Response {
  return methodNotAllowed("DELETE");
}

export function action(args: Parameters<typeof remove>[0]) {
  return args.request.method === "DELETE" ? remove(args) : methodNotAllowed("DELETE");
}
