import { evaluate, type StoredInputs } from "#app/domain/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { db } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { postedOf } from "#app/store/ledger.ts";
import { listOrderRows, type OrderCursor, type OrderRow } from "#app/store/orders.ts";
import { listShopIds } from "#app/store/tenants.ts";
import { wrongBalances, wrongFigures, wrongShopFigures } from "#app/store/verification.ts";
import { keptAttribution } from "./decide-order.ts";

/** Something in the books that does not follow from what they are made of. */
export type Finding = { readonly shopId: ShopId; readonly what: string };

export type Verification = { readonly shops: number; readonly orders: number; readonly findings: Finding[] };

const ordersAtOnce = 500;

/**
 * Recomputes the books: balances from transfers, what stands for each order from its facts under its frozen terms,
 * figures from orders. Reads only, and mends nothing: a difference is for a person to understand.
 */
export async function verifyBooks(): Promise<Verification> {
  const findings: Finding[] = [];
  const shopIds = await listShopIds(db());
  let orders = 0;
  for (const shopId of shopIds) {
    const found = (what: string) => findings.push({ shopId, what });
    for (const one of await wrongBalances(db(), shopId)) {
      found(
        `balance of ${one.account} in ${one.currency} is kept as ${one.kept}, its transfers sum to ${one.summed}`,
      );
    }
    for (const one of await wrongFigures(db(), shopId)) {
      found(`figures of ${one.affiliate} on ${one.day} in ${one.currency} (kept, summed): ${one.what}`);
    }
    for (const one of await wrongShopFigures(db(), shopId)) {
      found(`figures of the shop on ${one.day} in ${one.currency} (kept, summed): ${one.what}`);
    }
    orders += await verifyOrders(shopId, found);
  }
  return { shops: shopIds.length, orders, findings };
}

async function verifyOrders(shopId: ShopId, found: (what: string) => void): Promise<number> {
  let checked = 0;
  let after: OrderCursor | undefined;
  for (;;) {
    const rows = await listOrderRows(db(), shopId, { filter: {}, limit: ordersAtOnce, after });
    const last = rows.at(-1);
    if (!last) return checked;
    const commissions = await commissionsOfOrders(
      db(),
      shopId,
      rows.map((row) => row.orderId),
    );
    const posted = await postedOf(
      db(),
      shopId,
      commissions.map((one) => one.commissionId),
    );
    for (const row of rows) {
      const own = commissions.filter((one) => one.orderId === row.orderId);
      const standing = standingOf(row, own);
      const sum = own.reduce((total, one) => {
        const of = posted.get(one.commissionId);
        return total + (of ? of.pendingMinor + of.payableMinor : 0n);
      }, 0n);
      if (standing !== sum) found(`order ${row.orderId} should stand at ${standing}, posted are ${sum}`);
    }
    checked += rows.length;
    after = { placedAt: last.placedAt, orderId: last.orderId };
  }
}

/** What the one formula says today about the facts that are kept. */
function standingOf(row: OrderRow, commissions: readonly CommissionRow[]): bigint {
  const kept = keptAttribution(row.attribution);
  if (!kept) return 0n;
  const { winner } = kept.decided;
  const own = commissions.find((one) => one.affiliateId === winner?.affiliateId);
  return evaluate({
    terms: winner?.version.terms ?? null,
    facts: fromPlain<OrderFacts>(row.facts),
    attribution: kept.decided,
    inputs: own ? fromPlain<StoredInputs>(own.inputs) : null,
  }).standingMinor;
}
