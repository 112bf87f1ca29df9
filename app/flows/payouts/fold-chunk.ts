import type { PayoutBatchId, ShopId } from "#app/domain/ids.ts";
import type { ChunkNeed } from "#app/domain/payouts/chunk.ts";
import { lookBackMs, retryAfterMs } from "#app/domain/payouts/chunk-size.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { changeBatch, lockBatch } from "#app/store/payout-batches.ts";
import {
  type ChunkChange,
  changeChunk,
  endedChunk,
  lockChunk,
  type PayoutChunk,
} from "#app/store/payout-chunks.ts";
import { hasOpenItems, itemsOfChunk, newestPayment } from "#app/store/payout-items.ts";
import { columnsOf } from "./bank-files.ts";
import type { Claimed } from "./claim-chunk.ts";
import { type ItemMove, moveItems } from "./move-items.ts";

/** Where a try ended, and what it means for the payments in it. */
export type Refused = {
  readonly message: string;
  readonly mends: "by-time" | "by-person";
  readonly retryAfterSeconds: number;
  /** The step of the merchant, where it is known. A refusal that only a person mends waits for the merchant anyway. */
  readonly waitsFor?: ChunkNeed;
};
type At = { readonly now: Date; readonly chance: number };

/**
 * A try was refused. Without a doubt before it nothing moved: it waits for its time, or for a person. After a doubt it
 * proves nothing about the tries before it (M17), and the same content goes out again later.
 */
export async function foldRefusal(claimed: Claimed, refused: Refused, at: At): Promise<void> {
  await foldTry(claimed, (chunk) => {
    const waitMs = retryAfterMs(claimed.attempt, at.chance, refused.retryAfterSeconds);
    const later = new Date(at.now.getTime() + waitMs);
    if (chunk.wasInDoubt) return { status: "unknown", error: refused.message, nextAt: later };
    const nextAt = refused.mends === "by-time" ? later : null;
    const waitsFor = refused.waitsFor ?? (refused.mends === "by-person" ? "merchant" : "");
    return { status: "refused", error: refused.message, nextAt, intentAccount: "", waitsFor };
  });
}

/** Nobody knows how a try ended: the payments in it are in doubt until the provider has been heard (M17). */
export async function foldDoubt(claimed: Claimed, message: string, at: At): Promise<void> {
  const moves: ItemMove["move"] = { said: "app", to: "unknown" };
  await foldTry(
    claimed,
    () => ({
      status: "unknown",
      wasInDoubt: true,
      error: message,
      nextAt: new Date(at.now.getTime() + retryAfterMs(claimed.attempt, at.chance)),
    }),
    { move: moves, now: at.now },
  );
}

/** Writes the end of a try, unless another try began or the provider was heard of meanwhile. */
async function foldTry(
  { chunk: { shopId, chunkId }, attempt }: Claimed,
  changeOf: (chunk: PayoutChunk) => ChunkChange,
  items?: { readonly move: ItemMove["move"]; readonly now: Date },
): Promise<void> {
  await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk || chunk.attempts !== attempt || chunk.status !== "sending") return;
    if (chunk.providerId !== "") {
      await changeChunk(tx, shopId, chunkId, { nextAt: chunk.firstTriedAt });
      return;
    }
    await changeChunk(tx, shopId, chunkId, changeOf(chunk));
    if (!items) return;
    const rows = await itemsOfChunk(tx, shopId, chunkId);
    const { move, now } = items;
    await moveItems(
      tx,
      shopId,
      rows.map(({ itemId }) => ({ itemId, move })),
      { now },
    );
  });
}

/** Moves items of a chunk whose row is locked, and ends the chunk where none of them is open any more. */
export async function moveInChunk(
  tx: Tx,
  chunk: PayoutChunk,
  moves: readonly ItemMove[],
  { now, change }: { readonly now: Date; readonly change: ChunkChange },
): Promise<void> {
  const { shopId, chunkId } = chunk;
  await moveItems(tx, shopId, moves, { now });
  if (!(await endChunk(tx, chunk, { now, change }))) await changeChunk(tx, shopId, chunkId, change);
}

/**
 * Ends a chunk whose row is locked once none of its items is open any more: nothing of it is tried again, and its
 * account is free for others. False where one is open.
 */
export async function endChunk(
  tx: Tx,
  chunk: PayoutChunk,
  { now, change = {} }: { readonly now: Date; readonly change?: ChunkChange },
): Promise<boolean> {
  const { shopId, chunkId, batchId } = chunk;
  if (await hasOpenItems(tx, shopId, { batchId, chunkId })) return false;
  const after = { ...chunk, ...change };
  const from = (await newestPayment(tx, shopId, chunkId)) ?? chunk.firstTriedAt ?? now;
  // Of what was sent nobody can ask about: of a bank's file, or of what no provider knows by a number.
  const isAsked = after.providerId !== "" && columnsOf(after) === null;
  const waitMs = isAsked ? lookBackMs(now.getTime() - from.getTime()) : null;
  await changeChunk(tx, shopId, chunkId, { ...change, ...endOf(waitMs, now) });
  return true;
}

/** Payments come back after they arrived: what PayPal has is looked at a few times more. */
function endOf(waitMs: number | null, now: Date): ChunkChange {
  return {
    ...endedChunk,
    nextAt: waitMs === null ? null : new Date(now.getTime() + waitMs),
  };
}

/** Ends a batch of which no item is open; by itself, since batches are locked before their chunks. */
export async function endBatch(shopId: ShopId, batchId: PayoutBatchId, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (batch?.status !== "sending" || (await hasOpenItems(tx, shopId, { batchId }))) return;
    await changeBatch(tx, shopId, batchId, { status: "done", finishedAt: now, error: "" });
  });
}
