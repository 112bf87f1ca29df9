import { eq, inArray } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { shops } from "./schema/shops.ts";

/** Ids of known shops by domain. */
export async function findShopIds(db: Db, domains: readonly string[]): Promise<Map<string, ShopId>> {
  const rows = await db
    .select({ shopId: shops.shopId, domain: shops.domain })
    .from(shops)
    .where(inArray(shops.domain, [...domains]));
  return new Map(rows.map((row) => [row.domain, row.shopId]));
}

/** The parts of shops that settlement needs, by id. */
export async function orderShopsOf(db: Db, shopIds: readonly ShopId[]) {
  const rows = await db
    .select({
      shopId: shops.shopId,
      domain: shops.domain,
      currency: shops.currency,
      timeZone: shops.timeZone,
      installedAt: shops.installedAt,
      redactedAt: shops.redactedAt,
    })
    .from(shops)
    .where(inArray(shops.shopId, [...shopIds]));
  return new Map(rows.map((row) => [row.shopId, row]));
}

/** The ids of all shops, for jobs that run for every shop. */
export async function listShopIds(db: Db): Promise<ShopId[]> {
  const rows = await db.select({ shopId: shops.shopId }).from(shops).orderBy(shops.shopId);
  return rows.map((row) => row.shopId);
}

/** Records that the shop was redacted, except for its affiliates' books. */
export async function markRedacted(db: Db, shopId: ShopId, now: Date): Promise<void> {
  await db
    .update(shops)
    .set({ redactedAt: now, contactEmail: null, storeName: null })
    .where(eq(shops.shopId, shopId));
}
