import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import {
  afterYes,
  type Deciders,
  refusalOfApproval,
  refusalOfConfirm,
  refusalOfRetry,
  type Sum,
} from "#app/domain/payouts/batch.ts";
import { needsSecondPerson } from "#app/domain/payouts/settings.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { makerOfApiKey } from "#app/store/api-keys.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type BatchChange, changeBatch, lockBatch, type PayoutBatch } from "#app/store/payout-batches.ts";
import { payoutLimitOf } from "#app/store/payout-settings.ts";
import { countStaff } from "#app/store/staff.ts";

type By = { readonly actor: Actor; readonly now: Date };
const noSuchBatch = () => refuse("not-found", "There is no such batch");

/** The yes of a person to what was planned; what they saw is compared, so that nobody confirms another batch. */
export async function confirmBatch(
  shopId: ShopId,
  batchId: string,
  seen: Sum,
  by: By,
): Promise<Refusal | null> {
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (!batch) return noSuchBatch();
    const refusal = refusalOfConfirm(batch, seen);
    if (refusal) return refusal;
    const needsApproval = needsSecondPerson(
      batch.totalMinor,
      await payoutLimitOf(tx, shopId, batch.currency),
    );
    const expected = { expectedCount: seen.count, expectedMinor: seen.totalMinor };
    const yes = { confirmedBy: by.actor, confirmedAt: by.now, needsApproval, ...expected };
    await sayYes(tx, queue, { batch, yes }, { ...by, action: "confirmed" });
    return null;
  });
}

/** The yes of a second member of staff to a batch above the shop's limit. */
export async function approveBatch(shopId: ShopId, batchId: string, by: By): Promise<Refusal | null> {
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (!batch) return noSuchBatch();
    const refusal = refusalOfApproval(batch, by.actor, await decidersOf(tx, batch));
    if (refusal) return refusal;
    const yes = { approvedBy: by.actor, approvedAt: by.now };
    await sayYes(tx, queue, { batch, yes }, { ...by, action: "approved" });
    return null;
  });
}

async function decidersOf(tx: Tx, { shopId, confirmedBy }: PayoutBatch): Promise<Deciders> {
  const keyId = confirmedBy?.kind === "api-key" ? confirmedBy.id : null;
  return {
    staffCount: await countStaff(tx, shopId),
    keyMaker: keyId === null ? null : await makerOfApiKey(tx, shopId, keyId),
  };
}

/** Has a worker go on with a batch that stopped. Asked for twice, the second finds nothing more to do. */
export async function retryBatch(shopId: ShopId, batchId: string, by: By): Promise<Refusal | null> {
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (!batch) return noSuchBatch();
    const refusal = refusalOfRetry(batch);
    if (refusal) return refusal;
    await changeBatch(tx, shopId, batch.batchId, { error: "" });
    await note(tx, batch, { ...by, action: "tried-again" });
    const job = batch.status === "sending" ? "send-payouts" : "plan-payouts";
    await queue.send(tx, job, { shopId, batchId: batch.batchId });
    return null;
  });
}

async function sayYes(
  tx: Tx,
  queue: Queue,
  { batch, yes }: { readonly batch: PayoutBatch; readonly yes: BatchChange },
  by: By & { readonly action: string },
): Promise<void> {
  const { shopId, batchId } = batch;
  const { confirmedBy = batch.confirmedBy, approvedBy = batch.approvedBy } = yes;
  const { itemCount, needsApproval } = batch;
  const status = afterYes({
    itemCount,
    needsApproval: yes.needsApproval ?? needsApproval,
    confirmedBy,
    approvedBy,
  });
  await changeBatch(tx, shopId, batchId, { ...yes, status, error: "" });
  await note(tx, batch, by);
  if (status === "sending") await queue.send(tx, "send-payouts", { shopId, batchId });
}

async function note(tx: Tx, batch: PayoutBatch, { actor, now, action }: By & { readonly action: string }) {
  const { shopId, batchId, itemCount, totalMinor, currency } = batch;
  await recordAudit(tx, shopId, {
    subjectKind: "payout_batch",
    subjectId: batchId,
    action,
    actor,
    details: { items: itemCount, totalMinor: String(totalMinor), currency },
    now,
  });
}
