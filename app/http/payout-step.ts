import { decidePaymentsBody } from "#app/contracts/payout-steps.ts";
import {
  payoutDetailToWire,
  payoutItemDetailToWire,
  sectionDetailToWire,
} from "#app/contracts/payout-to-wire.ts";
import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { Decision } from "#app/flows/payouts/decide-items.ts";
import { readItem, readPayoutDetail, readSection } from "#app/flows/payouts/read-batches.ts";
import { readPart } from "#app/flows/payouts/read-parts.ts";
import { apiRoute, methodNotAllowed } from "./api-route.ts";
import { decisionOf } from "./payout-decision.ts";
import { partToWire } from "./payout-parts-wire.ts";

type By = { readonly actor: Actor; readonly now: Date };
type Step = (shopId: ShopId, id: string, by: By) => Promise<Refusal | null>;
type Answer = (shopId: ShopId, id: string) => Promise<unknown>;

/** A call that does one thing with what its address names, and answers it as it stands then. */
export function step(does: Step, answer: Answer) {
  const run = apiRoute({
    need: "write",
    run: async ({ context, params, now }) => {
      const { shopId, actor } = context;
      const id = params["id"] ?? "";
      return (await does(shopId, id, { actor, now })) ?? (await answer(shopId, id));
    },
  });
  return (args: Parameters<typeof run>[0]) =>
    args.request.method === "POST" ? run(args) : methodNotAllowed("POST");
}

type Decide = (shopId: ShopId, id: string, decision: Decision, by: By) => Promise<number | Refusal>;

/** The same for what a person says of payments, which is the call's body. */
export function decisionStep(does: Decide, answer: Answer) {
  const run = apiRoute({
    need: "write",
    body: decidePaymentsBody,
    run: async ({ context, params, body, now }) => {
      const { shop, shopId, actor } = context;
      const id = params["id"] ?? "";
      const decision = decisionOf(body, { timeZone: shop.timeZone, now });
      const done = await does(shopId, id, decision, { actor, now });
      return isRefusal(done) ? done : await answer(shopId, id);
    },
  });
  return (args: Parameters<typeof run>[0]) =>
    args.request.method === "POST" ? run(args) : methodNotAllowed("POST");
}

/** A payout as the API answers it. */
export async function payoutAnswer(shopId: ShopId, id: string) {
  const view = await readPayoutDetail(shopId, id);
  return view ? payoutDetailToWire(view) : refuse("not-found", "There is no such payout");
}

/** A section of a payout as the API answers it. */
export async function sectionAnswer(shopId: ShopId, id: string) {
  const view = await readSection(shopId, id);
  return view ? sectionDetailToWire(view) : refuse("not-found", "There is no such section of a payout");
}

/** A payment as the API answers it. */
export async function itemAnswer(shopId: ShopId, id: string) {
  const view = await readItem(shopId, id);
  return view
    ? payoutItemDetailToWire(view.item, view.transfers, view.covers)
    : refuse("not-found", "There is no such payment");
}

/** A part of a batch as the API answers it. */
export async function partAnswer(shopId: ShopId, id: string) {
  const part = await readPart(shopId, id);
  return isRefusal(part) ? part : partToWire(part);
}
