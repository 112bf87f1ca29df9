import { discountStatusBody } from "#app/contracts/discount.ts";
import { pauseDiscount, resumeDiscount } from "#app/flows/codes/change-discount.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { discountView } from "#app/http/discount-wire.ts";

const change = apiRoute({
  need: "write",
  body: discountStatusBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const by = { actor: context.actor, now };
    const refusal =
      body.status === "paused"
        ? await pauseDiscount(context.shop, id, by, body.reason)
        : await resumeDiscount(context.shop, id, by);
    return refusal ?? (await discountView(context, id));
  },
});

export function loader() {
  return methodNotAllowed("PUT");
}

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "PUT" ? change(args) : methodNotAllowed("PUT");
}
