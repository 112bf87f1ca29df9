import { attributionBody } from "#app/contracts/attribution.ts";
import { attributionToWire } from "#app/contracts/attribution-to-wire.ts";
import { changeRules, readRules } from "#app/flows/attribution/rules.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => attributionToWire((await readRules(context.shopId)).current),
});

const change = apiRoute({
  need: "write",
  body: attributionBody,
  run: async ({ context, body, now }) => {
    const { current } = await changeRules(context.shopId, body, { actor: context.actor, now });
    return attributionToWire(current);
  },
});

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "PUT" ? change(args) : methodNotAllowed("GET", "PUT");
}
