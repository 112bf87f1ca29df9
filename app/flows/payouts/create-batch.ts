import type { Actor } from "#app/domain/actor.ts";
import { type AffiliateId, idPrefixes, isIdOf, type PayoutBatchId, type ShopId } from "#app/domain/ids.ts";
import type { Sum } from "#app/domain/payouts/batch.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertBatch } from "#app/store/payout-batches.ts";

export type BatchAsked = {
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly cutoffAt: Date | null;
  readonly chosen: readonly AffiliateId[] | null;
};

/** More than a person chooses; a batch of everybody has no list. */
const mostChosen = 1000;

/**
 * A person's batch, confirmed with it: they saw a preview, and what they saw is kept. Where the plan comes out
 * otherwise it waits, and they are asked again.
 */
export async function createBatch(
  shopId: ShopId,
  asked: BatchAsked,
  seen: Sum,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<PayoutBatchId | Refusal> {
  const refusal = refusalOf(asked, seen, now);
  if (refusal) return refusal;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const batch = { ...asked, seen, scheduleKey: "", confirmedBy: actor, createdBy: actor };
    const batchId = await addBatch(tx, queue, shopId, { ...batch, now });
    if (batchId === null) throw new Error("A batch of a person was taken for one of a schedule.");
    return batchId;
  });
}

function refusalOf({ chosen, cutoffAt }: BatchAsked, seen: Sum, now: Date): Refusal | null {
  if (seen.count === 0) return refuse("not-possible", "There is nobody to pay");
  if (cutoffAt && cutoffAt > now) return refuse("invalid", "Must not be in the future", "cutoff");
  if (!chosen) return null;
  if (chosen.length > mostChosen) {
    return refuse("invalid", `At most ${mostChosen} can be chosen`, "affiliates");
  }
  const isWrong = chosen.length === 0 || chosen.some((one) => !isIdOf("affiliate", one));
  return isWrong ? refuse("invalid", "Choose affiliates of this store", "affiliates") : null;
}

type NewBatch = BatchAsked & {
  readonly scheduleKey: string;
  /** What whoever confirms has seen; null where nobody saw anything. */
  readonly seen: Sum | null;
  readonly confirmedBy: Actor | null;
  readonly createdBy: Actor;
  readonly now: Date;
};

/** Writes a batch and has it planned; null where the day of the schedule has it already. */
export async function addBatch(
  tx: Tx,
  queue: Queue,
  shopId: ShopId,
  { seen, now, ...batch }: NewBatch,
): Promise<PayoutBatchId | null> {
  const batchId = newId<PayoutBatchId>(idPrefixes.payoutBatch, now);
  const isNew = await insertBatch(tx, {
    ...batch,
    shopId,
    batchId,
    status: "planning",
    expectedCount: seen?.count ?? null,
    expectedMinor: seen?.totalMinor ?? null,
    createdAt: now,
    confirmedAt: batch.confirmedBy ? now : null,
  });
  if (!isNew) return null;
  await recordAudit(tx, shopId, {
    subjectKind: "payout_batch",
    subjectId: batchId,
    action: "created",
    actor: batch.createdBy,
    details: {
      method: batch.method,
      currency: batch.currency,
      schedule: batch.scheduleKey,
      ...(seen && { expectedCount: seen.count, expectedMinor: String(seen.totalMinor) }),
    },
    now,
  });
  await queue.send(tx, "plan-payouts", { shopId, batchId });
  return batchId;
}
