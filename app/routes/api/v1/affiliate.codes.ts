import { discountCodeBody } from "#app/contracts/affiliate.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { assignDiscountCode, readDiscountCodes } from "#app/flows/codes/discount-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountCodesOf } from "#app/http/discount-codes-wire.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) =>
    discountCodesOf(await readDiscountCodes(context.shopId, params["id"] ?? "")),
});

const assign = apiRoute({
  need: "write",
  body: discountCodeBody,
  status: 201,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const by = { actor: context.actor, now };
    const refusal = await assignDiscountCode(context.shop, id, body.code, by);
    if (isRefusal(refusal)) return refusal;
    return discountCodesOf(await readDiscountCodes(context.shopId, id));
  },
});

export function action(args: Parameters<typeof assign>[0]) {
  return args.request.method === "POST" ? assign(args) : methodNotAllowed("GET", "POST");
}
