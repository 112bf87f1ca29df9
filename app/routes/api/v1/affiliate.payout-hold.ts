import { payoutHoldBody } from "#app/contracts/payout.ts";
import { payoutHoldToWire } from "#app/contracts/payout-to-wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { holdAffiliate, liftHold, readHold } from "#app/flows/payouts/hold-affiliate.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

async function answer(shopId: ShopId, id: string) {
  const hold = await readHold(shopId, id);
  return isRefusal(hold) ? hold : payoutHoldToWire(hold);
}

export const loader = apiRoute({
  need: "read",
  run: ({ context, params }) => answer(context.shopId, params["id"] ?? ""),
});

const hold = apiRoute({
  need: "write",
  body: payoutHoldBody,
  run: async ({ context, params, body, now }) => {
    const { shopId, actor } = context;
    const id = params["id"] ?? "";
    return (await holdAffiliate(shopId, id, body.note, { actor, now })) ?? (await answer(shopId, id));
  },
});

const lift = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const { shopId, actor } = context;
    const id = params["id"] ?? "";
    return (await liftHold(shopId, id, { actor, now })) ?? (await answer(shopId, id));
  },
});

export function action(args: Parameters<typeof hold>[0]) {
  if (args.request.method === "PUT") return hold(args);
  return args.request.method === "DELETE" ? lift(args) : methodNotAllowed("GET", "PUT", "DELETE");
}
