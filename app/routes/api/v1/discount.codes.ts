import { addCodesBody } from "#app/contracts/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addDiscountCodes } from "#app/flows/codes/make-discount.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { codesWanted, discountView } from "#app/http/discount-wire.ts";

const add = apiRoute({
  need: "write",
  body: addCodesBody,
  status: 202,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const batch = await addDiscountCodes(context.shop, id, codesWanted(body), { actor: context.actor, now });
    return isRefusal(batch) ? batch : await discountView(context, id);
  },
});

export function loader() {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof add>[0]) {
  return args.request.method === "POST" ? add(args) : methodNotAllowed("POST");
}
