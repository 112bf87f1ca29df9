import { batchToWire } from "#app/contracts/discount-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { goOnWithBatch } from "#app/flows/codes/stopped-batch.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const goOn = apiRoute({
  need: "write",
  status: 202,
  run: async ({ context: { shopId, actor }, params, now }) => {
    const batch = await goOnWithBatch(shopId, params["id"] ?? "", { actor, now });
    return isRefusal(batch) ? batch : batchToWire(batch);
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof goOn>[0]) {
  return args.request.method === "POST" ? goOn(args) : methodNotAllowed("POST");
}
