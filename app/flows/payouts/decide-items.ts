import type { Actor } from "#app/domain/actor.ts";
import { isIdOf, type PayoutBatchId, type PayoutItemId, type ShopId } from "#app/domain/ids.ts";
import { refusalOfWord } from "#app/domain/payouts/batch.ts";
import { refusalOfDecision } from "#app/domain/payouts/decide.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import type { Decided } from "#app/domain/payouts/move.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { findBatch } from "#app/store/payout-batches.ts";
import { itemIdsIn, type PayoutItemRow } from "#app/store/payout-items.ts";
import { endBatch } from "./fold-chunk.ts";
import { endHeld, holdItems, whyNotSent } from "./hold-items.ts";
import { moveItems } from "./move-items.ts";

/** What a person says of payments that no provider tells about, or about which several answers fit. */
export type Decision = {
  readonly to: Decided;
  /** The bank's, or the provider's transaction id. */
  readonly reference: string;
  readonly note: string;
  /** When it was paid or came back. */
  readonly happenedAt: Date;
};
type By = { readonly actor: Actor; readonly now: Date };

/** So many are decided in one transaction. */
const atOnce = 200;

/** Decides about some payments: all of them, or none where one cannot be decided so. Answers how many. */
export async function decideItems(
  shopId: ShopId,
  itemIds: readonly string[],
  decision: Decision,
  by: By,
): Promise<number | Refusal> {
  const fault = faultOf(decision, by.now);
  if (fault) return fault;
  const ids = [...new Set(itemIds)];
  if (ids.length === 0 || ids.length > atOnce) return refuse("invalid", `Choose 1 to ${atOnce} payments`);
  if (!ids.every((id) => isIdOf("payoutItem", id))) return noSuchItem;
  const done = await inTransaction((tx) => decide(tx, shopId, { ids: ids as PayoutItemId[], decision, by }));
  if (isRefusal(done)) return done;
  for (const batchId of done) await endBatch(shopId, batchId, by.now);
  return ids.length;
}

/** Decides about all payments of a batch that wait for a person's word, page by page. Answers how many. */
export async function decideBatch(
  shopId: ShopId,
  id: string,
  decision: Decision,
  by: By,
): Promise<number | Refusal> {
  const batch = await findBatch(db(), shopId, id);
  if (!batch) return refuse("not-found", "There is no such payout");
  const refusal = refusalOfWord(batch);
  if (refusal) return refusal;
  const { batchId } = batch;
  const statuses = waitingIn[batch.method];
  let count = 0;
  for (;;) {
    const ids = await itemIdsIn(db(), shopId, { batchId, statuses, limit: atOnce });
    if (ids.length === 0) return count > 0 ? count : nothingWaits;
    const done = await decideItems(shopId, ids, decision, by);
    if (isRefusal(done)) return done;
    count += done;
  }
}

/** In which states only a person's word goes on. */
const waitingIn: Readonly<Record<PayoutMethod, readonly ItemState[]>> = {
  paypal: ["person"],
  store_credit: ["person"],
  bank: ["sent", "person"],
  outside: ["planned", "person"],
};

const nothingWaits = refuse("conflict", "No payment of it waits for a person's word");
const noSuchItem = refuse("not-found", "There is no such payment");

function faultOf({ reference, note, happenedAt }: Decision, now: Date): Refusal | null {
  if (happenedAt > now) return refuse("invalid", "Choose a day that is not in the future", "date");
  if (reference.length > 200) return refuse("invalid", "At most 200 characters", "reference");
  return note.length > 1000 ? refuse("invalid", "At most 1,000 characters", "note") : null;
}

type Deciding = { readonly ids: readonly PayoutItemId[]; readonly decision: Decision; readonly by: By };

async function decide(
  tx: Tx,
  shopId: ShopId,
  { ids, decision, by }: Deciding,
): Promise<Refusal | PayoutBatchId[]> {
  const held = await holdItems(tx, shopId, ids);
  const { items } = held;
  if (items.length !== ids.length) return noSuchItem;
  const refusal = (await whyNotSent(tx, shopId, items)) ?? whyNot(items, decision.to);
  if (refusal) return refusal;
  const { to, reference, note, happenedAt } = decision;
  const moves = items.map(({ itemId }) => ({
    itemId,
    move: { said: "person", to } as const,
    happenedAt,
    providerTransactionId: reference === "" ? undefined : reference,
    reason: note,
  }));
  await moveItems(tx, shopId, moves, by);
  await endHeld(tx, held, by.now);
  return [...new Set(items.map((one) => one.batchId))];
}

function whyNot(items: readonly PayoutItemRow[], to: Decided): Refusal | null {
  const refusals = items.map((item) => {
    return refusalOfDecision({ ...item, wasSettled: item.settledAt !== null }, to);
  });
  return refusals.find((one) => one !== null) ?? null;
}
