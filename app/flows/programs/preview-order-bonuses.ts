import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Reached } from "#app/domain/inputs.ts";
import { db } from "#app/platform/db.server.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { sumsOfWindows } from "#app/store/progress.ts";
import { readCountedRows } from "./counted-rows.ts";

const nothing: Reached = { orders: 0, salesMinor: 0n };

/**
 * T11: what the affiliate of each order had of all time before it, as the books are now. The orders are the newest of
 * the shop, newest first: whatever is not among them came before. Who is nobody's has nothing before it.
 */
export async function reachedBefore(
  shopId: ShopId,
  newest: readonly OrderRow[],
): Promise<(row: OrderRow) => Reached> {
  const pairs = new Map(newest.flatMap((row) => pairOf(row).map((pair) => [keyOf(pair), pair] as const)));
  const windows = [...pairs.values()].map((pair) => ({ ...pair, first: null, last: null }));
  const sums = await sumsOfWindows(db(), shopId, windows);
  const left = new Map<string, Reached>(
    windows.map((window, place) => [keyOf(window), sums[place] ?? nothing]),
  );
  const before = new Map<string, Reached>();
  for (const row of newest) {
    const [pair] = pairOf(row);
    if (!pair) continue;
    const reached = lessOwn(left.get(keyOf(pair)) ?? nothing, row);
    left.set(keyOf(pair), reached);
    before.set(row.orderId, reached);
  }
  return (row) => before.get(row.orderId) ?? nothing;
}

type Pair = { readonly affiliateId: AffiliateId; readonly programId: ProgramId; readonly currency: string };

function pairOf({ affiliateId, programId, currency }: OrderRow): Pair[] {
  return affiliateId === null || programId === null ? [] : [{ affiliateId, programId, currency }];
}

function keyOf({ affiliateId, programId, currency }: Pair): string {
  return `${affiliateId} ${programId} ${currency}`;
}

function lessOwn(reached: Reached, row: OrderRow): Reached {
  return readCountedRows(row).reduce(
    (left, own) => ({
      orders: left.orders - (own.keptOrders ?? 0),
      salesMinor: left.salesMinor - (own.revenueMinor ?? 0n),
    }),
    reached,
  );
}
