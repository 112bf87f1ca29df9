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

/** Payments returned to the balance per transaction. */
const atOnce = 500;

/** Cancels a section before it was sent. A job returns its started payments to the balance, page by page. */
export async function cancelSection(ctx: Ctx, sectionId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  const found = await findSection(db(), shopId, sectionId);
  if (!found) return refuse("not-found", { code: "not_found", what: "payout_section" });
  const refusal = await inTransaction(async (tx) => {
    await lockPayout(tx, shopId, found.payoutId);
    const section = await lockSection(tx, shopId, sectionId);
    return section && (await cancelLocked(tx, queue, section, ctx));
  });
  return refusal && (await cancelUnsent(found, refusal, ctx));
}

/** Cancels all sections of a payout of which nothing was sent. Refuses if there is none. */
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
  if (!sections) return refuse("not-found", { code: "not_found", what: "payout" });
  const refusals: (Refusal | null)[] = [];
  for (const { section, refusal } of sections) {
    refusals.push(refusal && (await cancelUnsent(section, refusal, ctx)));
  }
  const last = refusals.at(-1) ?? refuse("conflict", { code: "nothing_to_cancel" });
  return refusals.includes(null) ? null : last;
}

/** Starts to cancel a locked section. The caller has locked its payout too. */
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

/** True if no manual payment is marked as paid. Locks them until the cancellation is written. */
async function isAllPlanned(tx: Tx, { shopId, sectionId, paymentCount }: PayoutSection): Promise<boolean> {
  await lockUnassigned(tx, shopId, { sectionId, limit: paymentCount });
  return (await stateSums(tx, shopId, sectionId)).every((one) => one.status === "planned");
}

/**
 * Cancels a section in progress if it was certainly not sent: its file was not downloaded, or it waits. Otherwise
 * returns the original refusal. Each request has its own transaction, because sections are locked before their
 * requests.
 */
async function cancelUnsent(section: PayoutSection, refusal: Refusal, by: Acting): Promise<Refusal | null> {
  const { shopId, sectionId, status, method } = section;
  if (status !== "sending" || method === "manual") return refusal;
  // A worker is still adding planned payments to further requests. Canceling only the present ones would leave those
  // to be sent.
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

const stillPrepared = refuse("conflict", { code: "payout_preparing" });

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

/** M16: returns the next payments of a locked section to the balance. True if there may be more. */
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
