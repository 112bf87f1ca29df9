import { retryBody } from "#app/contracts/delivery.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { retryAllDeliveries, retryDelivery } from "#app/flows/intake/set-aside.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { deliveryNameOf } from "#app/http/delivery-wire.ts";

const retry = apiRoute({
  need: "write",
  body: retryBody,
  run: async ({ context, body, now }) => {
    const by = { actor: context.actor, now };
    if (body.id === undefined) return { retried: await retryAllDeliveries(context.shopId, by) };
    const name = deliveryNameOf(body.id);
    if (isRefusal(name)) return name;
    return (await retryDelivery(context.shopId, name, by)) ?? { retried: 1 };
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof retry>[0]) {
  return args.request.method === "POST" ? retry(args) : methodNotAllowed("POST");
}
