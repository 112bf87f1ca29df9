import type { Acting, Ctx } from "#app/domain/context.ts";
import type { PayoutBatchId, ShopId } from "#app/domain/ids.ts";
import { refusalOfCancel } from "#app/domain/payouts/batch.ts";
import { isCertainlyNotSent } from "#app/domain/payouts/chunk.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  changeBatch,
  findBatch,
  lockBatch,
  openChunks,
  type PayoutBatch,
  stateSums,
} from "#app/store/payout-chunks.ts";
import { lockUnchunked } from "#app/store/payout-items.ts";
import { lockPayout, lockSections } from "#app/store/payouts.ts";
import { cancelChunk } from "./chunk-actions.ts";
import { moveItems } from "./move-items.ts";
import { settlePlan } from "./settle-plan.ts";

/** Items that are posted back in one transaction. */
const atOnce = 500;

/** Takes a section back before it was sent. The job posts back what was started, page by page. */
export async function cancelBatch(ctx: Ctx, batchId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  const found = await findBatch(db(), shopId, batchId);
  if (!found) return refuse("not-found", "There is no such section of a payout");
  const refusal = await inTransaction(async (tx) => {
    await lockPayout(tx, shopId, found.payoutId);
    const batch = await lockBatch(tx, shopId, batchId);
    return batch && (await cancelLocked(tx, queue, batch, ctx));
  });
  return refusal && (await cancelUnsent(found, refusal, ctx));
}

/** Takes back every section of a payout of which nothing was sent; refused where that is none. */
export async function cancelPayout(ctx: Ctx, payoutId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  const sections = await inTransaction(async (tx) => {
    const payout = await lockPayout(tx, shopId, payoutId);
    if (!payout) return null;
    const tried: { batch: PayoutBatch; refusal: Refusal | null }[] = [];
    for (const batch of await lockSections(tx, shopId, payout.payoutId)) {
      tried.push({ batch, refusal: await cancelLocked(tx, queue, batch, ctx) });
    }
    return tried;
  });
  if (!sections) return refuse("not-found", "There is no such payout");
  const refusals: (Refusal | null)[] = [];
  for (const { batch, refusal } of sections) {
    refusals.push(refusal && (await cancelUnsent(batch, refusal, ctx)));
  }
  const last = refusals.at(-1) ?? refuse("conflict", "There is nothing to cancel");
  return refusals.includes(null) ? null : last;
}

/** Begins to take a locked section back; the caller holds its payout too. */
async function cancelLocked(tx: Tx, queue: Queue, batch: PayoutBatch, by: Acting): Promise<Refusal | null> {
  const { shopId, batchId } = batch;
  const isUnpaid =
    batch.status === "sending" && batch.method === "outside" && (await isAllPlanned(tx, batch));
  const refusal = isUnpaid ? null : refusalOfCancel(batch);
  if (refusal) return refusal;
  await changeBatch(tx, shopId, batchId, { status: "cancelling", error: "" });
  await noteCancel(tx, batch, by);
  await queue.send(tx, "plan-payouts", { shopId, batchId });
  if (batch.status === "planning") await settlePlan(tx, queue, batch);
  return null;
}

/** A manual payment can be taken back until somebody marked one as paid. Locks them against being marked meanwhile. */
async function isAllPlanned(tx: Tx, { shopId, batchId, itemCount }: PayoutBatch): Promise<boolean> {
  await lockUnchunked(tx, shopId, { batchId, limit: itemCount });
  return (await stateSums(tx, shopId, batchId)).every((one) => one.status === "planned");
}

/**
 * Takes back a section that is being sent and that certainly nobody has: its file was not downloaded, or it waits. Any
 * other keeps its refusal. Each part has a transaction of its own, since sections are locked before their parts.
 */
async function cancelUnsent(batch: PayoutBatch, refusal: Refusal, by: Acting): Promise<Refusal | null> {
  const { shopId, batchId, status, method } = batch;
  if (status !== "sending" || method === "outside") return refusal;
  // A worker adds planned payments to further parts. Canceling only the parts so far would leave those to be sent.
  const sums = await stateSums(db(), shopId, batchId);
  if (sums.some((one) => one.status === "planned")) return stillPrepared;
  const chunks = await openChunks(db(), shopId, batchId);
  if (chunks.length === 0 || !chunks.every(isCertainlyNotSent)) return refusal;
  for (const { chunkId } of chunks) {
    const refused = await cancelChunk({ shop: { shopId }, ...by }, chunkId);
    if (refused) return refused;
  }
  return null;
}

const stillPrepared = refuse("conflict", "This payout is still being prepared. Try again in a minute.");

async function noteCancel(tx: Tx, { shopId, batchId }: PayoutBatch, { actor, now }: Acting): Promise<void> {
  await recordAudit(tx, shopId, {
    subjectKind: "payout_batch",
    subjectId: batchId,
    action: "cancelled",
    actor,
    now,
  });
}

/** M16: posts back the next items of a locked batch; answers whether there may be more. */
export async function cancelPage(
  tx: Tx,
  { shopId, batchId }: { readonly shopId: ShopId; readonly batchId: PayoutBatchId },
  now: Date,
): Promise<boolean> {
  const items = await lockUnchunked(tx, shopId, { batchId, limit: atOnce });
  if (items.length === 0) {
    await changeBatch(tx, shopId, batchId, { status: "cancelled", finishedAt: now, error: "" });
    return false;
  }
  const move = { said: "app", to: "cancelled" } as const;
  await moveItems(
    tx,
    shopId,
    items.map(({ itemId }) => ({ itemId, move })),
    { now },
  );
  return true;
}
