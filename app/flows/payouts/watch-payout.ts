import type { PayoutItemId, ShopId } from "#app/domain/ids.ts";
import { lookAgainMs, resolvedWithinMs } from "#app/domain/payouts/chunk.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  findSender,
  type PaypalBatch,
  type PaypalItem,
  readBatch,
  senderId,
} from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { changeChunk, lockChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { accountForAsking } from "#app/store/payout-details.ts";
import { hasOpenItems, itemsOfChunk, type PayoutItemRow } from "#app/store/payout-items.ts";
import { type Claimed, giveToPerson, moveInChunk } from "./claim-chunk.ts";
import type { ItemMove } from "./move-items.ts";

type Clock = { readonly now: () => Date; readonly chance: () => number };

/** Asks PayPal for the state of a request's payments and records the answer. */
export async function watchPayout({ chunk, until }: Claimed, { now, chance }: Clock): Promise<void> {
  const { shopId, chunkId } = chunk;
  const read = await readChunk(chunk);
  const at = { now: now(), chance: chance() };
  await inTransaction(async (tx) => {
    const locked = await lockChunk(tx, shopId, chunkId);
    if (!locked) return;
    // A webhook that came while PayPal answered may be newer than the answer, so PayPal is asked again at once.
    const wasHastened = locked.nextAt !== null && locked.nextAt < until;
    const later = new Date(at.now.getTime() + lookAgainMs(ageOf(locked, at.now), at.chance));
    const nextAt = wasHastened ? (locked.nextAt ?? later) : later;
    const problem = problemOf(locked, read);
    if (problem !== null) return await foldProblem(tx, locked, { problem, now: at.now, nextAt });
    if (read && "items" in read) await fold(tx, locked, { batch: read, now: at.now, nextAt });
    if (wasHastened) await changeChunk(tx, shopId, chunkId, { nextAt });
  });
}

/**
 * Asks PayPal about a request's payments before a person decides about one, and records the answer. Returns
 * PayPal's data by payment, empty if PayPal no longer knows the batch. Refuses if PayPal gives no answer now.
 */
export async function askPaypal(
  chunk: PayoutChunk,
  now: Date,
): Promise<ReadonlyMap<PayoutItemId, PaypalItem> | Refusal> {
  const { shopId, chunkId } = chunk;
  const read = await readChunk(chunk);
  if (read === null) return new Map();
  return await inTransaction(async (tx) => {
    const locked = await lockChunk(tx, shopId, chunkId);
    const problem = locked ? problemOf(locked, read) : "The part is gone";
    if (!locked || problem !== null || !("items" in read)) {
      return refuse("unavailable", `PayPal does not say now what became of it: ${problem ?? ""}`);
    }
    await fold(tx, locked, { batch: read, now, nextAt: locked.nextAt ?? now });
    return toldItems(shopId, read);
  });
}

/** Asks the account that sent it, unless its secret was erased. */
async function readChunk({ shopId, accountId, providerId }: PayoutChunk) {
  const account = await accountForAsking(db(), shopId, accountId);
  return account ? await readBatch(account, providerId) : ({ kind: "nobody", message: nobodyToAsk } as const);
}

const nobodyToAsk = "The PayPal account that paid it is disconnected";

const ageOf = ({ firstTriedAt }: PayoutChunk, now: Date) =>
  now.getTime() - (firstTriedAt?.getTime() ?? now.getTime());

/** Why the answer says nothing about this request, or null. */
function problemOf(
  { shopId, chunkId }: PayoutChunk,
  read: Awaited<ReturnType<typeof readChunk>>,
): string | null {
  if (read === null) return "PayPal does not know this batch";
  if (!("items" in read)) return read.message;
  return read.senderBatchId === senderId(shopId, chunkId) ? null : "PayPal's batch is another one";
}

/**
 * Schedules the next attempt, or leaves the payments to a person if nothing could be learned for too long. A
 * request whose payments have all ended is only checked for returns, which stops even if PayPal no longer knows
 * the batch.
 */
async function foldProblem(
  tx: Tx,
  chunk: PayoutChunk,
  { problem, now, nextAt }: { readonly problem: string; readonly now: Date; readonly nextAt: Date },
): Promise<void> {
  const { shopId, chunkId, batchId } = chunk;
  if (!(await hasOpenItems(tx, shopId, { batchId, chunkId }))) {
    return await moveInChunk(tx, chunk, [], { now, change: {} });
  }
  // Counts from PayPal's last answer, not from sending, because payments may stay open for longer than PayPal
  // is silent.
  const silenceMs = now.getTime() - (chunk.lastTriedAt?.getTime() ?? now.getTime());
  if (silenceMs > resolvedWithinMs) await giveToPerson(tx, chunk, { now, reason: problem });
  else await changeChunk(tx, shopId, chunkId, { nextAt, error: problem });
}

type ProviderNews = { readonly batch: PaypalBatch; readonly now: Date; readonly nextAt: Date };

async function fold(tx: Tx, chunk: PayoutChunk, { batch, now, nextAt }: ProviderNews): Promise<void> {
  const items = await itemsOfChunk(tx, chunk.shopId, chunk.chunkId);
  const told = toldItems(chunk.shopId, batch);
  const isOver = batch.status === "SUCCESS" || batch.status === "DENIED" || batch.status === "CANCELED";
  const moves = items.flatMap((item) => moveOf(item, told.get(item.itemId), isOver) ?? []);
  const change = { status: "accepted", error: "", nextAt, lastTriedAt: now } as const;
  await moveInChunk(tx, chunk, moves, { now, change });
}

function toldItems(shopId: ShopId, batch: PaypalBatch): Map<PayoutItemId, PaypalItem> {
  const told = new Map<PayoutItemId, PaypalItem>();
  for (const one of batch.items) {
    const sender = findSender("payoutItem", one.senderItemId);
    if (sender?.shopId === shopId) told.set(sender.id, one);
  }
  return told;
}

/**
 * The move of a payment after PayPal's answer. A person checks it if PayPal paid another amount or lost it.
 * Null if nothing is new.
 */
function moveOf(item: PayoutItemRow, told: PaypalItem | undefined, isOver: boolean): ItemMove | null {
  const { itemId } = item;
  const person = { said: "app", to: "person" } as const;
  if (!told) return isOver ? { itemId, move: person, reason: "PayPal's batch does not list it" } : null;
  return moveTold(item, told);
}

/** The move that PayPal's data about one payment means. */
export function moveTold(item: PayoutItemRow, told: PaypalItem): ItemMove | null {
  const { itemId } = item;
  if (told.outcome === null) return null;
  if (told.amountMinor !== item.amountMinor || told.currency !== item.currency) {
    const move = { said: "app", to: "person" } as const;
    return { itemId, move, reason: "PayPal's amount is another one", providerStatus: told.status };
  }
  return {
    itemId,
    move: { said: "provider", to: told.outcome },
    happenedAt: told.processedAt ?? undefined,
    providerItemId: told.payoutItemId || undefined,
    providerTransactionId: told.transactionId || undefined,
    providerStatus: told.status,
    feeMinor: told.feeMinor ?? undefined,
    reason: told.error || otherFeeOf(told),
  };
}

/** A payment's books hold its own currency only. A fee in another currency is shown with the payment. */
function otherFeeOf({ otherFee }: PaypalItem): string {
  return otherFee === "" ? "" : `PayPal kept a fee of ${otherFee}, which these books do not have`;
}
