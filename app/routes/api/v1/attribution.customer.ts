import { endCustomerBinding } from "#app/flows/attribution/bindings.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const end = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const by = { actor: context.actor, now };
    return (await endCustomerBinding(context.shopId, params["id"] ?? "", by)) ?? { ended: true };
  },
});

export function loader(): Response {
  return methodNotAllowed("DELETE");
}

export function action(args: Parameters<typeof end>[0]) {
  return args.request.method === "DELETE" ? end(args) : methodNotAllowed("DELETE");
}
