import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { sendingBatches } from "#app/store/payout-batches.ts";
import { type DueChunk, dueChunks } from "#app/store/payout-chunks.ts";
import { claimChunk } from "./claim-chunk.ts";
import { endBatch } from "./fold-chunk.ts";
import { freezeBatch } from "./freeze-batch.ts";
import { sendCredit } from "./send-credit.ts";
import { sendPayout } from "./send-payout.ts";
import { watchPayout } from "./watch-payout.ts";

export type PayoutClock = {
  readonly now: () => Date;
  /** From 0 to 1: spreads what would otherwise come at one moment. */
  readonly chance: () => number;
};

/** So many providers' calls run at once in a process. */
const atOnce = 4;

/**
 * Hands over and watches what is due, of all shops; answers whether more may be. Any number of processes may do so at
 * once, and any may die at any moment: a chunk belongs to whoever claimed it until its lease ends.
 */
export async function sendDue(clock: PayoutClock): Promise<boolean> {
  const due = await dueChunks(db(), { now: clock.now(), limit: atOnce });
  await Promise.all(due.map((one) => workOn(one, clock)));
  return due.length === atOnce;
}

async function workOn(due: DueChunk, clock: PayoutClock): Promise<void> {
  try {
    const claimed = await claimChunk(due, clock.now());
    if (!claimed) return;
    if (claimed.does === "watch") await watchPayout(claimed, clock);
    else if (due.method === "store_credit") await sendCredit(claimed, clock);
    else await sendPayout(claimed, clock);
    await endBatch(due.shopId, claimed.chunk.batchId, clock.now());
  } catch (error) {
    // Its lease ends, and the next one goes on; the others are not held up by it.
    log.error("A chunk of payments failed", {
      shop: due.shopId,
      chunk: due.chunkId,
      ...describeError(error),
    });
  }
}

/** Freezes what a batch that was confirmed hands over, and begins with it. */
export async function sendBatch(
  payload: { readonly shopId: string; readonly batchId: string },
  clock: PayoutClock,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  await freezeBatch(shopId, payload.batchId, clock.now);
  while (await sendDue(clock)) continue;
}

/** What a worker left behind that died between two steps: batches that are not frozen to their end, or not ended. */
export async function goOnWithBatches(clock: PayoutClock): Promise<void> {
  for (const { shopId, batchId } of await sendingBatches(db())) {
    try {
      await freezeBatch(shopId, batchId, clock.now);
      await endBatch(shopId, batchId, clock.now());
    } catch (error) {
      // It is gone on with again; the others are not held up by it.
      log.error("A batch of payments failed", { shop: shopId, batch: batchId, ...describeError(error) });
    }
  }
}
