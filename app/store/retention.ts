import { eq, lt, and, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { pixelJoins } from "./schema/attribution.ts";
import { shops } from "./schema/shops.ts";

/** For how many days a shop keeps what goes by itself; clicks have months, and go with their partitions. */
export type Retention = { readonly shopId: ShopId; readonly bodyDays: number; readonly pixelDays: number };

export async function listRetentions(db: Db): Promise<Retention[]> {
  return db
    .select({ shopId: shops.shopId, bodyDays: shops.bodyDays, pixelDays: shops.pixelDays })
    .from(shops)
    .orderBy(shops.shopId);
}

/** Forgets what the pixel saw before an instant. */
export async function dropPixelJoins(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db.delete(pixelJoins).where(and(eq(pixelJoins.shopId, shopId), lt(pixelJoins.receivedAt, before)));
}

/** The longest window of any version of the shop's terms, in days; zero without terms. */
export async function longestWindow(db: Db, shopId: ShopId): Promise<number> {
  const { rows } = await db.execute<{ days: number | null }>(sql`
    select max((terms ->> 'attributionDays')::int) as days from program_versions where shop_id = ${shopId}`);
  return rows[0]?.days ?? 0;
}
