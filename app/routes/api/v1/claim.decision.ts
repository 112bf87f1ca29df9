import { claimDecisionBody, claimToWire } from "#app/contracts/claim.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { decideClaim } from "#app/flows/attribution/decide-claim.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const decide = apiRoute({
  need: "write",
  body: claimDecisionBody,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const decided = await decideClaim(context.shop, params["id"] ?? "", body, by);
    if (isRefusal(decided)) return decided;
    return { claim: claimToWire(decided.claim), credited: decided.credited };
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof decide>[0]) {
  return args.request.method === "POST" ? decide(args) : methodNotAllowed("POST");
}
