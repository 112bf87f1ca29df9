import { flagDecisionBody, flagToWire } from "#app/contracts/flag.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const decide = apiRoute({
  need: "write",
  body: flagDecisionBody,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const flag = await decideFlag(context.shop, params["id"] ?? "", body, by);
    return isRefusal(flag) ? flag : flagToWire(flag);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof decide>[0]) {
  return args.request.method === "POST" ? decide(args) : methodNotAllowed("POST");
}
