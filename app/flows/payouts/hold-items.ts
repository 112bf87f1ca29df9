import type { PayoutItemId, ShopId } from "#app/domain/ids.ts";
import { refusalOfWord } from "#app/domain/payouts/batch.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { findBatch, lockChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { findItems, lockItems, type PayoutItemRow } from "#app/store/payout-items.ts";
import { endChunk } from "./claim-chunk.ts";

/** Payments of which a person says something, and the parts that they are in. */
export type Held = { readonly items: readonly PayoutItemRow[]; readonly chunks: readonly PayoutChunk[] };

/** Locks payments, and before them the parts that they are in, as everybody does who changes both. */
export async function holdItems(tx: Tx, shopId: ShopId, itemIds: readonly PayoutItemId[]): Promise<Held> {
  const found = await findItems(tx, shopId, itemIds);
  const chunks: PayoutChunk[] = [];
  for (const chunkId of [...new Set(found.flatMap((one) => one.chunkId ?? []))].toSorted()) {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (chunk) chunks.push(chunk);
  }
  return { items: await lockItems(tx, shopId, itemIds), chunks };
}

/**
 * Why nothing can be said of these payments: a batch of theirs has not every yes, or was taken back. The caller has
 * locked the payments. Canceling a batch that is being sent locks them too, so the batch itself needs no lock here.
 */
export async function whyNotSent(
  tx: Tx,
  shopId: ShopId,
  items: readonly PayoutItemRow[],
): Promise<Refusal | null> {
  for (const batchId of new Set(items.map((one) => one.batchId))) {
    const batch = await findBatch(tx, shopId, batchId);
    const refusal = batch && refusalOfWord(batch);
    if (refusal) return refusal;
  }
  return null;
}

/** Ends the parts of which no payment is open any more. */
export async function endHeld(tx: Tx, { chunks }: Held, now: Date): Promise<void> {
  for (const chunk of chunks) {
    if (chunk.status !== "settled") await endChunk(tx, chunk, { now });
  }
}
