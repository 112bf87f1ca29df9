import { and, eq, inArray, sql } from "drizzle-orm";
import { idPrefixes, type ShopId } from "../domain/ids.ts";
import type { ShopSetting } from "../domain/shop-settings.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { shopLogos, shops } from "./schema/shops.ts";

export type Shop = typeof shops.$inferSelect;

/** A shop's data from Shopify, read on installation and when Shopify reports a change. */
export type PlatformShop = {
  platformShopId: string;
  storeName: string;
  storefrontUrl: string;
  currency: string;
  timeZone: string;
  contactEmail: string | null;
};

export type ShopSettings = Pick<Shop, ShopSetting>;

/** The shop of a domain, or null if it is unknown. */
export async function findShopByDomain(db: Db, domain: string): Promise<Shop | null> {
  const [shop] = await db.select().from(shops).where(eq(shops.domain, domain));
  return shop ?? null;
}

export async function findShop(db: Db, shopId: ShopId): Promise<Shop | null> {
  const [shop] = await db.select().from(shops).where(eq(shops.shopId, shopId));
  return shop ?? null;
}

/** The shop, locked until the transaction ends, or null. */
export async function lockShop(db: Db, shopId: ShopId): Promise<Shop | null> {
  const [shop] = await db.select().from(shops).where(eq(shops.shopId, shopId)).for("update");
  return shop ?? null;
}

/** The shop of that domain, created if it is new. This does not install it. */
export async function ensureShop(db: Db, domain: string, now: Date): Promise<Shop> {
  const known = await findShopByDomain(db, domain);
  if (known) return known;
  const shopId = newId<ShopId>(idPrefixes.shop, now);
  await db
    .insert(shops)
    .values({ shopId, domain, createdAt: now })
    .onConflictDoNothing({ target: shops.domain });
  const made = await findShopByDomain(db, domain);
  if (!made) throw new Error("A shop that was just made is not there");
  return made;
}

/** Records that the app is installed. A first installation takes the contact address from Shopify. */
export async function markInstalled(
  db: Db,
  shopId: ShopId,
  installation: { info: PlatformShop; scopes: string; now: Date },
): Promise<void> {
  const { contactEmail, ...info } = installation.info;
  await db
    .update(shops)
    .set({
      ...info,
      scopes: installation.scopes,
      installedAt: installation.now,
      uninstalledAt: null,
      redactedAt: null,
      displayName: sql`coalesce(${shops.displayName}, ${info.storeName})`,
      contactEmail: sql`coalesce(${shops.contactEmail}, ${contactEmail})`,
    })
    .where(eq(shops.shopId, shopId));
}

/** Stores Shopify's current data. The merchant's own settings stay. */
export async function updatePlatformShop(db: Db, shopId: ShopId, info: PlatformShop): Promise<void> {
  const { contactEmail: _kept, ...facts } = info;
  await db.update(shops).set(facts).where(eq(shops.shopId, shopId));
}

export async function markUninstalled(db: Db, shopId: ShopId, now: Date): Promise<void> {
  await db.update(shops).set({ uninstalledAt: now }).where(eq(shops.shopId, shopId));
}

export async function updateScopes(db: Db, shopId: ShopId, scopes: string): Promise<void> {
  await db.update(shops).set({ scopes }).where(eq(shops.shopId, shopId));
}

export async function updateSettings(
  db: Db,
  shopId: ShopId,
  change: { settings: ShopSettings; now: Date },
): Promise<void> {
  await db
    .update(shops)
    .set({ ...change.settings, settingsUpdatedAt: change.now })
    .where(eq(shops.shopId, shopId));
}

export type ShopLogo = typeof shopLogos.$inferSelect;

/** A shop's logo of that hash, with its bytes. */
export async function findLogo(
  db: Db,
  shopId: ShopId,
  hash: string,
): Promise<Pick<ShopLogo, "type" | "bytes"> | null> {
  const [logo] = await db
    .select({ type: shopLogos.type, bytes: shopLogos.bytes })
    .from(shopLogos)
    .where(and(eq(shopLogos.shopId, shopId), eq(shopLogos.hash, hash)));
  return logo ?? null;
}

/** Stores a shop's logo in place of a former one. */
export async function saveLogo(tx: Tx, { shopId, ...logo }: ShopLogo): Promise<void> {
  await tx
    .insert(shopLogos)
    .values({ shopId, ...logo })
    .onConflictDoUpdate({ target: shopLogos.shopId, set: logo });
  await tx.update(shops).set({ logoHash: logo.hash }).where(eq(shops.shopId, shopId));
}

/** True if there was one. */
export async function removeLogo(tx: Tx, shopId: ShopId): Promise<boolean> {
  const removed = await tx
    .delete(shopLogos)
    .where(eq(shopLogos.shopId, shopId))
    .returning({ hash: shopLogos.hash });
  await tx.update(shops).set({ logoHash: null }).where(eq(shops.shopId, shopId));
  return removed.length > 0;
}

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
