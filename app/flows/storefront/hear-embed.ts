import { db } from "#app/platform/db.server.ts";
import { findShopByDomain, type Shop } from "#app/store/shops.ts";
import { noteHeard } from "./note-heard.ts";

/**
 * The theme's embed called through the app proxy: writes down that both are at work. Answers the shop; null where the
 * app is not installed.
 */
export async function hearEmbed(shopDomain: string, now: Date): Promise<Shop | null> {
  const shop = await findShopByDomain(db(), shopDomain);
  if (!shop?.installedAt || shop.uninstalledAt) return null;
  await noteHeard(shop.shopId, ["embed", "proxy"], now);
  return shop;
}
