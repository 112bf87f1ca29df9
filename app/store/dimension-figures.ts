import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Dimension } from "../domain/report-dimensions.ts";
import type { Tx } from "../platform/db.server.ts";
import { measureColumns, type Measures, movesAnything, plus } from "./figures.ts";
import { insertRows } from "./many-rows.ts";
import { dailyDimensionFigures } from "./schema/figures.ts";

/** What a value of a dimension gains or loses on a day of the shop's own. */
export type DimensionChange = Measures & {
  readonly dimension: Dimension;
  readonly value: string;
  readonly day: string;
  readonly currency: string;
};

/**
 * What orders add to dimensions, by the name of the column, with the field that an order keeps of it. Clicks and visitors
 * are added by themselves.
 */
export const orderMeasures = {
  orders: "orders",
  click_orders: "clickOrders",
  revenue_minor: "revenueMinor",
  refunds_minor: "refundsMinor",
  commission_minor: "commissionMinor",
  new_customers: "newCustomers",
  timed_orders: "timedOrders",
  click_seconds: "clickSeconds",
} as const satisfies Record<string, keyof Measures>;

/** What is counted of affiliates only: what tiers and caps ask. */
const ofAffiliates = { keptOrders: 0, earnedMinor: 0n } as const;

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
