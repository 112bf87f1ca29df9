import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import type { AffiliateId, CommissionId, ShopId } from "#app/domain/ids.ts";
import { type Posted, releaseEntries } from "#app/domain/ledger/entries.ts";
import { releaseAnswer } from "#app/domain/release-answer.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import {
  type CommissionKey,
  type CommissionRow,
  lockCommissions,
  markReleased,
  raiseCommissionRevisions,
} from "#app/store/commissions.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { statusesOfAffiliates } from "#app/store/standings.ts";
import { postedOf, type Posting, postTransfers } from "#app/store/ledger.ts";
import { lockKnownOrders, type OrderRow, raiseRevisions } from "#app/store/orders.ts";
import { commissionEvents } from "./change-commissions.ts";

/** Commissions as they are under the locks that posting about them needs, and the orders of those that have one. */
export type LockedCommissions = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly commissions: readonly CommissionRow[];
};

const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };

/**
 * Locks what posting about commissions needs, in the order that the whole house keeps: orders, then the affiliates of
 * bonuses and additions by hand, then the commissions themselves, which are read afresh.
 */
export async function lockForPosting(
  tx: Tx,
  shopId: ShopId,
  keys: readonly CommissionKey[],
): Promise<LockedCommissions> {
  const orderIds = keys.flatMap((one) =>
    one.orderId === null || one.kind === "manual" ? [] : [one.orderId],
  );
  const orders = await lockKnownOrders(tx, shopId, [...new Set(orderIds)]);
  const ownRevision = keys.filter((one) => one.kind !== "order").map((one) => one.affiliateId);
  // Settling the order of a bonus again locks whoever is credited with it now: all at once, in their order.
  const ofBonuses = keys.filter((one) => one.kind === "bonus").map((one) => orders.get(one.orderId ?? ""));
  const creditedNow = ofBonuses.flatMap((order) => order?.affiliateId ?? []);
  await lockAffiliates(tx, shopId, [...new Set([...ownRevision, ...creditedNow])]);
  const commissions = await lockCommissions(
    tx,
    shopId,
    keys.map((one) => one.commissionId),
  );
  return { orders, commissions };
}

/** M11: releases what of these locked commissions is due, and answers which. */
export async function releaseLocked(
  tx: Tx,
  shopId: ShopId,
  { orders, commissions, now }: LockedCommissions & { readonly now: Date },
): Promise<CommissionId[]> {
  const waiting = commissions.filter(
    (one) => one.releasedAt === null && one.holdUntil !== null && one.holdUntil <= now && mayStand(one),
  );
  const statuses = await statusesOfAffiliates(tx, shopId, [
    ...new Set(waiting.map((one) => one.affiliateId)),
  ]);
  const posted = await postedOf(
    tx,
    shopId,
    waiting.map((one) => one.commissionId),
  );
  const due = waiting.filter((one) => {
    // Nothing is pending of what was refunded meanwhile; it need not be looked at every minute for ever. A bonus that
    // is not reached any more may be again, until it is released (M13).
    if ((posted.get(one.commissionId)?.pendingMinor ?? 0n) === 0n) return one.kind === "order";
    return isDue(one, { orders, statuses, now });
  });
  const postings: Posting[] = due.flatMap((one) =>
    releaseEntries({
      commissionId: one.commissionId,
      affiliateId: one.affiliateId,
      currency: one.currency,
      revision: revisionOf(one, orders) + 1,
      posted: posted.get(one.commissionId) ?? nothingPosted,
    }).map((draft) => ({ ...draft, happenedAt: now })),
  );
  const ids = due.map((one) => one.commissionId);
  await raise(tx, shopId, due);
  const recordedAt = await postTransfers(tx, shopId, postings, now);
  await markReleased(tx, shopId, { commissionIds: ids, at: recordedAt });
  const events = due.filter(isNews).flatMap((one) => {
    const { name: orderName = null, reason = null } = orders.get(one.orderId ?? "") ?? {};
    return commissionEvents("commission.approved", "released", {
      commissions: [one],
      postings,
      orderName,
      reason,
    });
  });
  await recordEvents(tx, shopId, events, now);
  return ids;
}

const dayMs = 86_400_000;

/** False for a past order that was imported when its approval period was long over. */
function isNews({ holdUntil, createdAt }: CommissionRow): boolean {
  return holdUntil === null || createdAt.getTime() - holdUntil.getTime() < dayMs;
}

/** M11, M12: nothing is released that is denied, held or waits for approval. */
function mayStand({ decision, approval }: CommissionRow): boolean {
  return decision === "approved" || (decision === null && approval === "automatic");
}

type Standing = {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly statuses: ReadonlyMap<AffiliateId, AffiliateStatus>;
  readonly now: Date;
};

function isDue(commission: CommissionRow, { orders, statuses, now }: Standing): boolean {
  const affiliateStatus = statuses.get(commission.affiliateId);
  const order = orders.get(commission.orderId ?? "");
  if (!affiliateStatus || (commission.kind === "order" && !order)) return false;
  return releaseAnswer({ commission, orderFacts: order?.facts ?? null, affiliateStatus }, now).release;
}

function revisionOf(commission: CommissionRow, orders: ReadonlyMap<string, OrderRow>): number {
  if (commission.kind !== "order") return commission.revision;
  return orders.get(commission.orderId ?? "")?.revision ?? 0;
}

async function raise(tx: Tx, shopId: ShopId, posted: readonly CommissionRow[]): Promise<void> {
  const ofOrders = posted.flatMap((one) =>
    one.kind === "order" && one.orderId !== null ? [one.orderId] : [],
  );
  await raiseRevisions(tx, shopId, [...new Set(ofOrders)]);
  const others = posted.filter((one) => one.kind !== "order").map((one) => one.commissionId);
  await raiseCommissionRevisions(tx, shopId, others);
}
