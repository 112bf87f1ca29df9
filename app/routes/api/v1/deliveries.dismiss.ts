import { dismissBody } from "#app/contracts/delivery.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { dismissDelivery } from "#app/flows/intake/set-aside.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { deliveryNameOf } from "#app/http/delivery-wire.ts";

const dismiss = apiRoute({
  need: "write",
  body: dismissBody,
  run: async ({ context: { shopId, actor }, body, now }) => {
    const name = deliveryNameOf(body.id);
    if (isRefusal(name)) return name;
    return (await dismissDelivery(shopId, name, { actor, now })) ?? { dismissed: 1 };
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof dismiss>[0]) {
  return args.request.method === "POST" ? dismiss(args) : methodNotAllowed("POST");
}
