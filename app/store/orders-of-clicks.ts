import { and, eq, gte, sql } from "drizzle-orm";
import type { ClickId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { orders } from "./schema/orders.ts";

/** Orders placed since then that carry one of these clicks, in the cart's attribute or the landing page's address. */
export async function ordersCarrying(
  db: Db,
  shopId: ShopId,
  asked: { readonly clickIds: readonly ClickId[]; readonly since: Date },
): Promise<string[]> {
  const carried = sql`concat(${orders.facts} ->> 'clickAttribute', ' ', ${orders.facts} ->> 'landingSite')`;
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        gte(orders.placedAt, asked.since),
        sql`exists (select 1 from unnest(${sql.param([...asked.clickIds])}::text[]) as click (id)
          where strpos(${carried}, click.id) > 0)`,
      ),
    );
  return rows.map((row) => row.orderId);
}
