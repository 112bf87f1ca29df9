import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findBatch, noteBatch, ofAnyDiscount, reopenBatch } from "#app/store/discounts.ts";
import { type BatchView, batchView } from "./batch-view.ts";

const stopped =
  "It was tried for hours, and Shopify gave no usable answer. What is done stands; nothing is done about the rest before you go on.";

/** Marks a batch as stopped after its job failed for good. */
export async function stopCodeBatch(of: { shopId: string; batchId: string }, now: Date): Promise<void> {
  const batch = await findBatch(db(), of.shopId as ShopId, of.batchId);
  if (!batch) return;
  const failed = { status: "failed", error: stopped, finishedAt: now } as const;
  await noteBatch(db(), batch.shopId, batch.batchId, failed);
}

/** Continues a stopped batch. Finished codes stay as they are. */
export async function continueCodeBatch(
  { shop: { shopId }, actor, now }: Ctx,
  batchId: string,
): Promise<BatchView | Refusal> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const batch = await findBatch(tx, shopId, batchId);
    if (!batch) return refuse("not-found", { code: "not_found", what: "code_batch" }, "id");
    const waiting = batch.codes.filter((one) => one.state === "waiting").length;
    if (waiting === 0 || !(await reopenBatch(tx, shopId, batch.batchId))) {
      return refuse("not-possible", { code: "batch_not_stopped" });
    }
    await recordAudit(tx, shopId, {
      subjectKind: "code-batch",
      subjectId: batch.batchId,
      action: "went on with codes that had stopped",
      actor,
      details: { count: waiting },
      now,
    });
    const job = batch.discountId === ofAnyDiscount ? "assign-codes" : "make-codes";
    await queue.send(tx, job, { shopId, batchId: batch.batchId });
    return batchView({ ...batch, status: "waiting", error: null, finishedAt: null });
  });
}
