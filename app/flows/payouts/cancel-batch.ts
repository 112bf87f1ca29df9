import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refusalOfCancel } from "#app/domain/payouts/batch.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { changeBatch, lockBatch, type PayoutBatch } from "#app/store/payout-batches.ts";
import { lockUnchunked } from "#app/store/payout-items.ts";
import { moveItems } from "./move-items.ts";

/** Items that are posted back in one transaction. */
const atOnce = 500;

/** Takes a batch back before anything was sent. The job posts back what was started, page by page. */
export async function cancelBatch(
  shopId: ShopId,
  batchId: string,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<Refusal | null> {
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (!batch) return refuse("not-found", "There is no such batch");
    const refusal = refusalOfCancel(batch);
    if (refusal) return refusal;
    await changeBatch(tx, shopId, batch.batchId, { status: "cancelling", error: "" });
    await recordAudit(tx, shopId, {
      subjectKind: "payout_batch",
      subjectId: batch.batchId,
      action: "cancelled",
      actor,
      now,
    });
    await queue.send(tx, "plan-payouts", { shopId, batchId: batch.batchId });
    return null;
  });
}

/** M16: posts back the next items of a locked batch; answers whether there may be more. */
export async function cancelPage(tx: Tx, { shopId, batchId }: PayoutBatch, now: Date): Promise<boolean> {
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
