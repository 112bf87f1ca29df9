import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { orders } from "./schema/orders.ts";

/** What `orders.counted` has as soon as an order's signals, or its dimensions, were counted. */
export type CountedKey = "signalDay" | "dimensions";

/** Its words stand in the indexes `orders_unsignalled` and `orders_unreported` too: a parameter would find neither. */
const isWithout = (counted: CountedKey): SQL => sql`not (${orders.counted} ? ${sql.raw(`'${counted}'`)})`;

/** Shops of which some order was never counted so. */
export async function shopsWithout(db: Db, counted: CountedKey): Promise<ShopId[]> {
  const rows = await db
    .selectDistinct({ shopId: orders.shopId })
    .from(orders)
    .where(isWithout(counted))
    .orderBy(orders.shopId);
  return rows.map((row) => row.shopId);
}

/** Orders of a shop that were never counted so, behind one of them. */
export async function ordersWithout(
  db: Db,
  shopId: ShopId,
  { counted, after, limit }: { readonly counted: CountedKey; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), isWithout(counted), sql`${orders.orderId} > ${after}`))
    .orderBy(asc(orders.orderId))
    .limit(limit);
  return rows.map((row) => row.orderId);
}
