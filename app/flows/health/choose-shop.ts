import { db } from "#app/platform/db.server.ts";
import { type InstalledShop, listInstalledShops } from "#app/store/health.ts";

/** The named store, or the one that installed the app last. Null where there is none, or the database is away. */
export async function chooseShop(domain: string | null): Promise<InstalledShop | null> {
  try {
    const shops = await listInstalledShops(db());
    return shops.find((shop) => domain === null || shop.domain === domain) ?? null;
  } catch {
    return null;
  }
}
