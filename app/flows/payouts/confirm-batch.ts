import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import {
  afterYes,
  type Deciders,
  refusalOfApproval,
  refusalOfConfirm,
  refusalOfRetry,
} from "#app/domain/payouts/batch.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { makerOfApiKey } from "#app/store/api-keys.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type BatchChange, changeBatch, lockBatch, type PayoutBatch } from "#app/store/payout-chunks.ts";
import { lockPayout, lockSections } from "#app/store/payouts.ts";
import { countStaff } from "#app/store/staff.ts";
import { amountsChanged, isSame, type SectionSum } from "./create-payout.ts";
import { needsSecondConfirmation } from "./settle-plan.ts";

const noSuchPayout = () => refuse("not-found", "There is no such payout");
const noSuchBatch = () => refuse("not-found", "There is no such section of a payout");

/** The yes of a person to what was planned; what they saw is compared, so that nobody confirms other amounts. */
export async function confirmPayout(
  ctx: Ctx,
  payoutId: string,
  seen: readonly SectionSum[],
): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const sections = await lockedSections(tx, shopId, payoutId);
    if (!sections) return noSuchPayout();
    const open = sections.filter((one) => one.status === "planned" && one.confirmedBy === null);
    const refusal = refusalToConfirm(sections, open);
    if (refusal) return refusal;
    if (!isSame(open.map(sumOf), seen)) return amountsChanged;
    const needsApproval = await needsSecondConfirmation(tx, open);
    for (const batch of open) {
      const expected = { expectedCount: batch.itemCount, expectedMinor: batch.totalMinor };
      const yes = { confirmedBy: ctx.actor, confirmedAt: ctx.now, needsApproval, ...expected };
      await sayYes(tx, queue, { batch, yes }, { ...ctx, action: "confirmed" });
    }
    return null;
  });
}

/** The second confirmation of a payout above the shop's limit, by another member of staff. */
export async function approvePayout(ctx: Ctx, payoutId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const sections = await lockedSections(tx, shopId, payoutId);
    if (!sections) return noSuchPayout();
    const open = sections.filter(isForSecond);
    for (const batch of open.length > 0 ? open : sections.slice(0, 1)) {
      const refusal = refusalOfApproval(batch, ctx.actor, await decidersOf(tx, batch));
      if (refusal) return refusal;
    }
    if (open.length === 0) return refuse("conflict", "There is nothing to confirm");
    for (const batch of open) {
      const yes = { approvedBy: ctx.actor, approvedAt: ctx.now };
      await sayYes(tx, queue, { batch, yes }, { ...ctx, action: "approved" });
    }
    return null;
  });
}

const isForSecond = ({ status, needsApproval, confirmedBy, approvedBy }: PayoutBatch) =>
  status === "planned" && needsApproval && confirmedBy !== null && approvedBy === null;

/** The sections of a payout, held with it; null where there is none. */
async function lockedSections(tx: Tx, shopId: ShopId, payoutId: string): Promise<PayoutBatch[] | null> {
  const payout = await lockPayout(tx, shopId, payoutId);
  return payout && (await lockSections(tx, shopId, payout.payoutId));
}

function refusalToConfirm(sections: readonly PayoutBatch[], open: readonly PayoutBatch[]): Refusal | null {
  const planning = sections.find((one) => one.status === "planning");
  if (planning) return refusalOfConfirm(planning);
  const [first] = open.length > 0 ? open : sections;
  return first ? refusalOfConfirm(first) : refuse("conflict", "There is nothing to confirm");
}

const sumOf = ({ method, currency, itemCount, totalMinor }: PayoutBatch): SectionSum => ({
  method,
  currency,
  count: itemCount,
  totalMinor,
});

async function decidersOf(tx: Tx, { shopId, confirmedBy }: PayoutBatch): Promise<Deciders> {
  const keyId = confirmedBy?.kind === "api-key" ? confirmedBy.id : null;
  return {
    staffCount: await countStaff(tx, shopId),
    keyMaker: keyId === null ? null : await makerOfApiKey(tx, shopId, keyId),
  };
}

/** Has a worker go on with a batch that stopped. Asked for twice, the second finds nothing more to do. */
export async function retryBatch(ctx: Ctx, batchId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (!batch) return noSuchBatch();
    const refusal = refusalOfRetry(batch);
    if (refusal) return refusal;
    await changeBatch(tx, shopId, batch.batchId, { error: "" });
    await note(tx, batch, { ...ctx, action: "tried-again" });
    const job = batch.status === "sending" ? "send-payouts" : "plan-payouts";
    await queue.send(tx, job, { shopId, batchId: batch.batchId });
    return null;
  });
}

async function sayYes(
  tx: Tx,
  queue: Queue,
  { batch, yes }: { readonly batch: PayoutBatch; readonly yes: BatchChange },
  by: Acting & { readonly action: string },
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

async function note(
  tx: Tx,
  batch: PayoutBatch,
  { actor, now, action }: Acting & { readonly action: string },
) {
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
