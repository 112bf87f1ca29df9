import { adjustmentBody } from "#app/contracts/commission-handling.ts";
import { adjustmentToWire } from "#app/contracts/commission-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const adjust = apiRoute({
  need: "write",
  body: adjustmentBody,
  status: 201,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const adjusted = await adjustAffiliate(context.shop, params["id"] ?? "", body, by);
    return isRefusal(adjusted) ? adjusted : adjustmentToWire(adjusted);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof adjust>[0]) {
  return args.request.method === "POST" ? adjust(args) : methodNotAllowed("POST");
}
