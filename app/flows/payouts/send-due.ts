import type { ShopId } from "#app/domain/ids.ts";
import { type ChunkNeed, lookAgainMs } from "#app/domain/payouts/chunk.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  type DueChunk,
  dueChunks,
  lockChunk,
  openContent,
  type PayoutChunk,
  sendingBatches,
} from "#app/store/payout-chunks.ts";
import { itemsOfChunk } from "#app/store/payout-items.ts";
import { accountForSending } from "#app/store/payout-details.ts";
import {
  accountReplaced,
  claimChunk,
  type Claimed,
  endBatch,
  foldDoubt,
  foldRefusal,
  moveInChunk,
} from "./claim-chunk.ts";
import { freezeBatch } from "./freeze-batch.ts";
import { sendCredit } from "./send-credit.ts";
import { watchPayout } from "./watch-payout.ts";

export type PayoutClock = {
  readonly now: () => Date;
  /** From 0 to 1: spreads what would otherwise come at one moment. */
  readonly chance: () => number;
};

/** So many providers' calls run at once in a process. */
const dueAtOnce = 4;

/**
 * Hands over and watches what is due, of all shops; answers whether more may be. Any number of processes may do so at
 * once, and any may die at any moment: a chunk belongs to whoever claimed it until its lease ends.
 */
export async function sendDue(clock: PayoutClock): Promise<boolean> {
  const due = await dueChunks(db(), { now: clock.now(), limit: dueAtOnce });
  await Promise.all(due.map((one) => workOn(one, clock)));
  return due.length === dueAtOnce;
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

/**
 * Hands a claimed chunk to PayPal: always the same bytes under the same sender_batch_id, so that PayPal itself keeps a
 * second try from being a second payment (M17). The call is made outside any transaction, and its end folded after it.
 */
async function sendPayout(claimed: Claimed, { now, chance }: PayoutClock): Promise<void> {
  const { shopId, chunkId, accountId } = claimed.chunk;
  // It may have been replaced since the claim.
  const account = await accountForSending(db(), shopId, accountId);
  const result = account ? await createPayout(account, openContent(claimed.chunk)) : replaced;
  const at = { now: now(), chance: chance() };
  if (result.kind === "refused") return await foldRefusal(claimed, { ...result, ...needOf(result.code) }, at);
  if (result.kind === "doubt") return await foldDoubt(claimed, result.message, at);
  if (result.batchId === "") {
    // It is there, and PayPal does not say where: its notice will.
    return await foldDoubt(claimed, "PayPal has it, and has not said yet under which number", at);
  }
  await foldAccepted(shopId, { chunkId, batchId: result.batchId, at });
}

const replaced = {
  kind: "refused",
  code: "account-replaced",
  message: accountReplaced,
  mends: "by-person",
  retryAfterSeconds: 0,
} as const;

/** The step of the merchant's that a refusal names. */
function needOf(code: string): { readonly waitsFor?: ChunkNeed } {
  return code === "INSUFFICIENT_FUNDS" ? { waitsFor: "funds" } : {};
}

async function foldAccepted(
  shopId: ShopId,
  {
    chunkId,
    batchId,
    at,
  }: { chunkId: PayoutChunk["chunkId"]; batchId: string; at: { now: Date; chance: number } },
): Promise<void> {
  await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk || (chunk.providerId !== "" && chunk.providerId !== batchId)) return;
    if (chunk.status === "accepted" || chunk.status === "settled") return;
    const items = await itemsOfChunk(tx, shopId, chunkId);
    const move = { said: "provider", to: "sent" } as const;
    const nextAt = new Date(at.now.getTime() + lookAgainMs(0, at.chance));
    await moveInChunk(
      tx,
      chunk,
      items.map(({ itemId }) => ({ itemId, move })),
      { now: at.now, change: { status: "accepted", providerId: batchId, error: "", nextAt } },
    );
  });
}
