import { newcomersBody } from "#app/contracts/discount.ts";
import { giveToNewcomers } from "#app/flows/codes/give-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountView } from "#app/http/discount-wire.ts";

const change = apiRoute({
  need: "write",
  body: newcomersBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const by = { actor: context.actor, now };
    const refusal = await giveToNewcomers(context.shop, id, body.programId, by);
    return refusal ?? (await discountView(context, id));
  },
});

export function loader() {
  return methodNotAllowed("PUT");
}

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "PUT" ? change(args) : methodNotAllowed("PUT");
}
