import { payoutDetailToWire } from "#app/contracts/payout-to-wire.ts";
import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { readBatch } from "#app/flows/payouts/read-batches.ts";
import { apiRoute, methodNotAllowed } from "./api-route.ts";

type By = { readonly actor: Actor; readonly now: Date };

/** A call that does one thing with a batch and answers it as it stands then. */
export function payoutStep(step: (shopId: ShopId, id: string, by: By) => Promise<Refusal | null>) {
  const run = apiRoute({
    need: "write",
    run: async ({ context, params, now }) => {
      const { shopId, actor } = context;
      const refusal = await step(shopId, params["id"] ?? "", { actor, now });
      return refusal ?? (await payoutAnswer(shopId, params["id"] ?? ""));
    },
  });
  return (args: Parameters<typeof run>[0]) =>
    args.request.method === "POST" ? run(args) : methodNotAllowed("POST");
}

/** A batch as the API answers it. */
export async function payoutAnswer(shopId: ShopId, id: string) {
  const view = await readBatch(shopId, id);
  return view ? payoutDetailToWire(view.batch, view.states) : refuse("not-found", "There is no such payout");
}
