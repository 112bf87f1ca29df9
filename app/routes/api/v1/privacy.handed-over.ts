import { dataRequestToWire } from "#app/contracts/privacy.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { handOver } from "#app/flows/privacy/data-requests.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const hand = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const request = await handOver(context.shopId, params["id"] ?? "", { actor: context.actor, now });
    return isRefusal(request) ? request : dataRequestToWire(request);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof hand>[0]) {
  return args.request.method === "POST" ? hand(args) : methodNotAllowed("POST");
}
