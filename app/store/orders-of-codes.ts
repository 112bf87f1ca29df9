import { and, eq, gte, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { orders } from "./schema/orders.ts";

/** Orders placed since then into which this code was entered, whatever its case. */
export async function ordersWithCode(
  db: Db,
  shopId: ShopId,
  asked: { readonly code: string; readonly since: Date },
): Promise<string[]> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        gte(orders.placedAt, asked.since),
        sql`exists (select 1 from jsonb_array_elements_text(${orders.facts} -> 'discountCodes') as entered (code)
          where lower(entered.code) = ${asked.code.toLowerCase()})`,
      ),
    );
  return rows.map((row) => row.orderId);
}
