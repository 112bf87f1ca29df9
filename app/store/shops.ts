import { eq, sql } from "drizzle-orm";
import { idPrefixes, type ShopId } from "../domain/ids.ts";
import type { ShopSetting } from "../domain/shop-settings.ts";
import type { Db } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { shops } from "./schema/shops.ts";

export type Shop = typeof shops.$inferSelect;

/** What the platform says about a shop; read when it installs and when it tells that it changed. */
export type PlatformShop = {
  platformShopId: string;
  storeName: string;
  storefrontUrl: string;
  currency: string;
  timeZone: string;
  contactEmail: string | null;
};

export type ShopSettings = Pick<Shop, ShopSetting>;

/** The shop of a domain, or null where nobody of that domain was ever here. */
export async function findShopByDomain(db: Db, domain: string): Promise<Shop | null> {
  const [shop] = await db.select().from(shops).where(eq(shops.domain, domain));
  return shop ?? null;
}

/** The shop, or null. */
export async function findShop(db: Db, shopId: ShopId): Promise<Shop | null> {
  const [shop] = await db.select().from(shops).where(eq(shops.shopId, shopId));
  return shop ?? null;
}

/** The shop, held until the transaction ends. */
export async function lockShop(db: Db, shopId: ShopId): Promise<Shop | null> {
  const [shop] = await db.select().from(shops).where(eq(shops.shopId, shopId)).for("update");
  return shop ?? null;
}

/** The shop of that domain, made where it is new; it is not installed by that. */
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

/** Writes down that the app is installed. A first installation takes the contact address from the platform. */
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

/** Takes over what the platform says now; the merchant's own settings stay. */
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
