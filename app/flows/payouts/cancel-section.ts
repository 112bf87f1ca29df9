import type { Acting, Ctx } from "#app/domain/context.ts";
import type { PayoutSectionId, ShopId } from "#app/domain/ids.ts";
import { refusalOfCancel } from "#app/domain/payouts/section.ts";
import { isCertainlyNotSent } from "#app/domain/payouts/request.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  changeSection,
  findSection,
  lockSection,
  openRequests,
  type PayoutSection,
  stateSums,
} from "#app/store/payout-requests.ts";
import { lockUnassigned } from "#app/store/payout-payments.ts";
import { lockPayout, lockSections } from "#app/store/payouts.ts";
import { cancelRequest } from "./request-actions.ts";
import { movePayments } from "./move-payments.ts";
import { settlePlan } from "./settle-plan.ts";

/** Items that are posted back in one transaction. */
const atOnce = 500;

/** Takes a section back before it was sent. The job posts back what was started, page by page. */
export async function cancelSection(ctx: Ctx, sectionId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  const found = await findSection(db(), shopId, sectionId);
  if (!found) return refuse("not-found", "There is no such section of a payout");
  const refusal = await inTransaction(async (tx) => {
    await lockPayout(tx, shopId, found.payoutId);
    const section = await lockSection(tx, shopId, sectionId);
    return section && (await cancelLocked(tx, queue, section, ctx));
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
    const tried: { section: PayoutSection; refusal: Refusal | null }[] = [];
    for (const section of await lockSections(tx, shopId, payout.payoutId)) {
      tried.push({ section, refusal: await cancelLocked(tx, queue, section, ctx) });
    }
    return tried;
  });
  if (!sections) return refuse("not-found", "There is no such payout");
  const refusals: (Refusal | null)[] = [];
  for (const { section, refusal } of sections) {
    refusals.push(refusal && (await cancelUnsent(section, refusal, ctx)));
  }
  const last = refusals.at(-1) ?? refuse("conflict", "There is nothing to cancel");
  return refusals.includes(null) ? null : last;
}

/** Begins to take a locked section back; the caller holds its payout too. */
async function cancelLocked(
  tx: Tx,
  queue: Queue,
  section: PayoutSection,
  by: Acting,
): Promise<Refusal | null> {
  const { shopId, sectionId } = section;
  const isUnpaid =
    section.status === "sending" && section.method === "manual" && (await isAllPlanned(tx, section));
  const refusal = isUnpaid ? null : refusalOfCancel(section);
  if (refusal) return refusal;
  await changeSection(tx, shopId, sectionId, { status: "canceling", error: "" });
  await auditCancel(tx, section, by);
  await queue.send(tx, "plan-payouts", { shopId, sectionId });
  if (section.status === "planning") await settlePlan(tx, queue, section);
  return null;
}

/** A manual payment can be taken back until somebody marked one as paid. Locks them against being marked meanwhile. */
async function isAllPlanned(tx: Tx, { shopId, sectionId, paymentCount }: PayoutSection): Promise<boolean> {
  await lockUnassigned(tx, shopId, { sectionId, limit: paymentCount });
  return (await stateSums(tx, shopId, sectionId)).every((one) => one.status === "planned");
}

/**
 * Takes back a section that is being sent and that certainly nobody has: its file was not downloaded, or it waits. Any
 * other keeps its refusal. Each part has a transaction of its own, since sections are locked before their parts.
 */
async function cancelUnsent(section: PayoutSection, refusal: Refusal, by: Acting): Promise<Refusal | null> {
  const { shopId, sectionId, status, method } = section;
  if (status !== "sending" || method === "manual") return refusal;
  // A worker adds planned payments to further parts. Canceling only the parts so far would leave those to be sent.
  const sums = await stateSums(db(), shopId, sectionId);
  if (sums.some((one) => one.status === "planned")) return stillPrepared;
  const requests = await openRequests(db(), shopId, sectionId);
  if (requests.length === 0 || !requests.every(isCertainlyNotSent)) return refusal;
  for (const { requestId } of requests) {
    const refused = await cancelRequest({ shop: { shopId }, ...by }, requestId);
    if (refused) return refused;
  }
  return null;
}

const stillPrepared = refuse("conflict", "This payout is still being prepared. Try again in a minute.");

async function auditCancel(
  tx: Tx,
  { shopId, sectionId }: PayoutSection,
  { actor, now }: Acting,
): Promise<void> {
  await recordAudit(tx, shopId, {
    subjectKind: "payout_section",
    subjectId: sectionId,
    action: "canceled",
    actor,
    now,
  });
}

/** M16: posts back the next payments of a locked section; answers whether there may be more. */
export async function cancelPage(
  tx: Tx,
  { shopId, sectionId }: { readonly shopId: ShopId; readonly sectionId: PayoutSectionId },
  now: Date,
): Promise<boolean> {
  const payments = await lockUnassigned(tx, shopId, { sectionId, limit: atOnce });
  if (payments.length === 0) {
    await changeSection(tx, shopId, sectionId, { status: "canceled", finishedAt: now, error: "" });
    return false;
  }
  const move = { said: "app", to: "canceled" } as const;
  await movePayments(
    tx,
    shopId,
    payments.map(({ paymentId }) => ({ paymentId, move })),
    { now },
  );
  return true;
}
