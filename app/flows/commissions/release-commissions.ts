import type { ShopId } from "#app/domain/ids.ts";
import { releaseEntries } from "#app/domain/ledger/entries.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { mayRelease } from "#app/domain/release.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { statusesOfAffiliates } from "#app/store/evidence.ts";
import {
  type CommissionRow,
  commissionsOfOrders,
  markReleased,
  ordersDueForRelease,
} from "#app/store/commissions.ts";
import { postedOf, type Posting, postTransfers } from "#app/store/ledger.ts";
import { lockKnownOrders, raiseRevisions } from "#app/store/orders.ts";
import { listShopIds } from "#app/store/tenants.ts";

const ordersAtOnce = 200;

/**
 * M11: makes payable what is pending and due, of all shops. Answers how many commissions were released.
 * Orders are locked as their processing locks them, so a refund that comes meanwhile waits and is counted after.
 * A shop whose books do not allow it is logged and holds up no other; it is tried again with the next run.
 */
export async function releaseCommissions(now: Date): Promise<number> {
  let released = 0;
  for (const shopId of await listShopIds(db())) {
    try {
      released += await releaseOfShop(shopId, now);
    } catch (error) {
      log.error("Commissions of a shop could not be released", { shopId, ...describeError(error) });
    }
  }
  return released;
}

async function releaseOfShop(shopId: ShopId, now: Date): Promise<number> {
  let released = 0;
  let afterOrderId = "";
  for (;;) {
    const orderIds = await ordersDueForRelease(db(), shopId, { now, afterOrderId, limit: ordersAtOnce });
    const last = orderIds.at(-1);
    if (last === undefined) return released;
    released += await inTransaction((tx) => releaseOrders(tx, shopId, { orderIds, now }));
    afterOrderId = last;
  }
}

async function releaseOrders(
  tx: Tx,
  shopId: ShopId,
  { orderIds, now }: { orderIds: readonly string[]; now: Date },
): Promise<number> {
  const orders = await lockKnownOrders(tx, shopId, orderIds);
  const commissions = (await commissionsOfOrders(tx, shopId, orderIds)).filter(
    (one) => one.releasedAt === null && one.holdUntil <= now,
  );
  const statuses = await statusesOfAffiliates(tx, shopId, [
    ...new Set(commissions.map((one) => one.affiliateId)),
  ]);
  const posted = await postedOf(
    tx,
    shopId,
    commissions.map((one) => one.commissionId),
  );
  const pendingOf = (one: CommissionRow) => posted.get(one.commissionId)?.pendingMinor ?? 0n;
  const due = commissions.filter((one) => {
    // Nothing is pending of what was refunded meanwhile; it need not be looked at every minute for ever.
    if (pendingOf(one) === 0n) return true;
    const order = orders.get(one.orderId);
    const affiliateStatus = statuses.get(one.affiliateId);
    if (!order || !affiliateStatus) return false;
    return isDue(one, { facts: readFacts(order.facts), affiliateStatus, now });
  });
  const ids = due.map((one) => one.commissionId);
  const postings: Posting[] = due.flatMap((one) =>
    releaseEntries({
      commissionId: one.commissionId,
      affiliateId: one.affiliateId,
      currency: one.currency,
      revision: (orders.get(one.orderId)?.revision ?? 0) + 1,
      posted: posted.get(one.commissionId) ?? { pendingMinor: 0n, payableMinor: 0n },
    }).map((draft) => ({ ...draft, happenedAt: now })),
  );
  await raiseRevisions(
    tx,
    shopId,
    due.map((one) => one.orderId),
  );
  await postTransfers(tx, shopId, postings, now);
  await markReleased(tx, shopId, { commissionIds: ids, at: now });
  return ids.length;
}

type Standing = {
  readonly facts: OrderFacts;
  readonly affiliateStatus: Parameters<typeof mayRelease>[0]["affiliateStatus"];
  readonly now: Date;
};

/** The hold stands in the row, where an edit after a release may have moved it (M11). */
function isDue(commission: CommissionRow, { facts, affiliateStatus, now }: Standing): boolean {
  return mayRelease({
    facts,
    affiliateStatus,
    isHeld: false,
    earnedAt: commission.holdUntil.toISOString(),
    holdDays: 0,
    now: now.toISOString(),
  }).release;
}
