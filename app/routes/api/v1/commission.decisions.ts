import { commissionDecisionBody } from "#app/contracts/commission-handling.ts";
import { commissionDetailToWire } from "#app/contracts/commission-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const decide = apiRoute({
  need: "write",
  body: commissionDecisionBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const decided = await decideCommission(context.shop, id, body, { actor: context.actor, now });
    if (isRefusal(decided)) return decided;
    const found = await readCommission(context.shopId, id, now);
    return isRefusal(found) ? found : commissionDetailToWire(found);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof decide>[0]) {
  return args.request.method === "POST" ? decide(args) : methodNotAllowed("POST");
}
