import { and, asc, eq, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Dimension } from "../domain/report-dimensions.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { measureColumns, type Measures, movesAnything, plus } from "./figures.ts";
import { insertRows } from "./many-rows.ts";
import { dailyDimensionFigures } from "./schema/figures.ts";
import { orders } from "./schema/orders.ts";

/** What a value of a dimension gains or loses on a day of the shop's own. */
export type DimensionChange = Measures & {
  readonly dimension: Dimension;
  readonly value: string;
  readonly day: string;
  readonly currency: string;
};

/** What is counted of affiliates only: visitors, and what tiers and caps ask. */
const ofAffiliates = { visitors: 0, keptOrders: 0, earnedMinor: 0n } as const;

const added = sql.raw(
  Object.entries(measureColumns)
    .filter(([name]) => !(name in ofAffiliates))
    .map(([, name]) => `${name} = daily_dimension_figures.${name} + excluded.${name}`)
    .join(", "),
);

/** Writes differences into the figures of dimensions, in the order of their keys; what cancels out writes nothing. */
export async function addDimensions(
  tx: Tx,
  shopId: ShopId,
  changes: readonly DimensionChange[],
): Promise<void> {
  const byKey = new Map<string, DimensionChange>();
  for (const change of changes) {
    // No text of the database holds this character, so that keys sort as their columns do.
    const key = [change.dimension, change.day, change.value, change.currency].join("\u0000");
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, ...plus(known, change) } : change);
  }
  const rows = [...byKey]
    .map(([key, change]) => ({ key, row: { shopId, ...change, ...ofAffiliates } }))
    .filter(({ row }) => movesAnything(row))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await insertRows(
    tx,
    dailyDimensionFigures,
    rows.map(({ row }) => row),
    sql`on conflict (shop_id, dimension, day, value, currency) do update set ${added}`,
  );
}

/** Its words stand in the index `orders_unreported` too. */
const notCounted = sql`not (${orders.counted} ? 'dimensions')`;

/** Shops of which some order was never counted for dimensions. */
export async function shopsToReport(db: Db): Promise<ShopId[]> {
  const rows = await db
    .selectDistinct({ shopId: orders.shopId })
    .from(orders)
    .where(notCounted)
    .orderBy(orders.shopId);
  return rows.map((row) => row.shopId);
}

/** Orders of a shop that were never counted for dimensions, behind one of them. */
export async function ordersToReport(
  db: Db,
  shopId: ShopId,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), notCounted, sql`${orders.orderId} > ${after}`))
    .orderBy(asc(orders.orderId))
    .limit(limit);
  return rows.map((row) => row.orderId);
}
