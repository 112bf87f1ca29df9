import { evaluate, type StoredInputs } from "#app/domain/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, differenceText } from "#app/domain/ledger/difference.ts";
import { isKnownPosting } from "#app/domain/ledger/transfer.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { db, inSnapshot, type Db } from "#app/platform/db.server.ts";
import { type CommissionRow, commissionsOfOrders } from "#app/store/commissions.ts";
import { postedOf } from "#app/store/ledger.ts";
import { listOrderRows, type OrderCursor, type OrderRow } from "#app/store/orders.ts";
import { listShopIds } from "#app/store/tenants.ts";
import {
  sizeOfBooks,
  waysOfPosting,
  wrongBalances,
  wrongFigures,
  wrongShopFigures,
} from "#app/store/verification.ts";
import { keptAttribution } from "./decide-order.ts";

/** Something in the books that does not follow from what they are made of. */
export type Finding = { readonly shopId: ShopId; readonly what: string };

export type Verification = { readonly shops: number; readonly orders: number; readonly findings: Finding[] };

/** The books of one shop, summed again at one moment. */
export type ShopVerification = {
  readonly transfers: number;
  readonly highestSequence: bigint;
  readonly balances: number;
  readonly orders: number;
  readonly differences: Difference[];
};

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
    const one = await verifyShop(shopId);
    orders += one.orders;
    findings.push(...one.differences.map((difference) => ({ shopId, what: differenceText(difference) })));
  }
  return { shops: shopIds.length, orders, findings };
}

/** The same for one shop. All of it is read at one moment, so that what is posted meanwhile is no difference. */
export async function verifyShop(shopId: ShopId): Promise<ShopVerification> {
  return inSnapshot(async (tx) => {
    const differences: Difference[] = [];
    const found = (one: Difference) => void differences.push(one);
    const size = await sizeOfBooks(tx, shopId);
    for (const { affiliate, ...one } of await wrongBalances(tx, shopId)) {
      found({ kind: "balance", affiliateId: affiliate, ...one });
    }
    for (const { code, debit, credit, foreign, count, first } of await waysOfPosting(tx, shopId)) {
      if (isKnownPosting(code, debit, credit) && !foreign) continue;
      found({ kind: "posting", transferId: first, moves: `${debit} → ${credit}`, code, count });
    }
    for (const { affiliate, ...one } of await wrongFigures(tx, shopId)) {
      found({ kind: "figures", affiliateId: affiliate, ...one });
    }
    for (const one of await wrongShopFigures(tx, shopId)) {
      found({ kind: "figures", affiliateId: null, ...one });
    }
    const orders = await verifyOrders(tx, shopId, found);
    return { ...size, orders, differences };
  });
}

async function verifyOrders(tx: Db, shopId: ShopId, found: (one: Difference) => void): Promise<number> {
  let checked = 0;
  let after: OrderCursor | undefined;
  for (;;) {
    const rows = await listOrderRows(tx, shopId, { filter: {}, limit: ordersAtOnce, after });
    const last = rows.at(-1);
    if (!last) return checked;
    const orderIds = rows.map((row) => row.orderId);
    const commissions = Map.groupBy(await commissionsOfOrders(tx, shopId, orderIds), (one) => one.orderId);
    const ids = [...commissions.values()].flat().map((one) => one.commissionId);
    const posted = await postedOf(tx, shopId, ids);
    for (const row of rows) {
      const own = commissions.get(row.orderId) ?? [];
      const standing = standingOf(row, own);
      const sum = own.reduce((total, one) => {
        const of = posted.get(one.commissionId);
        return total + (of ? of.pendingMinor + of.payableMinor : 0n);
      }, 0n);
      if (standing === sum) continue;
      const { orderId, currency } = row;
      found({ kind: "order", orderId, currency, standing: String(standing), posted: String(sum) });
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
    facts: readFacts(row.facts),
    attribution: kept.decided,
    inputs: own ? fromPlain<StoredInputs>(own.inputs) : null,
  }).standingMinor;
}
