import { db } from "#app/platform/db.server.ts";
import { type InstalledShop, listInstalledShops } from "#app/store/health.ts";

/** The named store, or the newest installation. Null if there is none, or the database is down. */
export async function chooseShop(domain: string | null): Promise<InstalledShop | null> {
  try {
    const shops = await listInstalledShops(db());
    return shops.find((shop) => domain === null || shop.domain === domain) ?? null;
  } catch {
    return null;
  }
}
