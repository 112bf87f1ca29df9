import { eq, inArray } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { shops } from "./schema/shops.ts";

/** Ids by domain, for shops that are known. */
export async function findShopIds(db: Db, domains: readonly string[]): Promise<Map<string, ShopId>> {
  const rows = await db
    .select({ shopId: shops.shopId, domain: shops.domain })
    .from(shops)
    .where(inArray(shops.domain, [...domains]));
  return new Map(rows.map((row) => [row.domain, row.shopId]));
}

/**
 * Ids by domain; a shop that is not known yet gets a row. Call it only for domains that a signature vouches for.
 * Such a shop is not installed by that: it only has a place where its deliveries can be kept.
 */
export async function ensureShopIds(
  db: Db,
  domains: readonly string[],
  now: Date,
): Promise<Map<string, ShopId>> {
  const known = await findShopIds(db, domains);
  const missing = domains.filter((domain) => !known.has(domain)).toSorted();
  if (missing.length === 0) return known;
  await db
    .insert(shops)
    .values(missing.map((domain) => ({ shopId: newId<ShopId>("shp", now), domain, createdAt: now })))
    .onConflictDoNothing();
  return findShopIds(db, domains);
}

/** What of shops decides about their orders, by id. */
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

/** The ids of all shops, for jobs that go from shop to shop. */
export async function listShopIds(db: Db): Promise<ShopId[]> {
  const rows = await db.select({ shopId: shops.shopId }).from(shops).orderBy(shops.shopId);
  return rows.map((row) => row.shopId);
}

/** The shop was forgotten, except for its affiliates' books. */
export async function markRedacted(db: Db, shopId: ShopId, now: Date): Promise<void> {
  await db
    .update(shops)
    .set({ redactedAt: now, contactEmail: null, storeName: null })
    .where(eq(shops.shopId, shopId));
}
