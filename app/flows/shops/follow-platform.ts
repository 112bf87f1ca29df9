import type { ShopId } from "#app/domain/ids.ts";
import { readShopInfo } from "#app/gateways/shopify/shop-info.ts";
import { db } from "#app/platform/db.server.ts";
import { findShop, updatePlatformShop, updateScopes } from "#app/store/shops.ts";

/** The platform says that the shop itself changed (`shop/update`): its name, currency, zone or address. */
export async function followShopUpdate(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return;
  await updatePlatformShop(db(), shopId, await readShopInfo(shop.domain));
}

/** The platform says which scopes the merchant has granted by now (`app/scopes_update`). */
export async function followScopesUpdate(shopId: ShopId, scopes: readonly string[]): Promise<void> {
  await updateScopes(db(), shopId, scopes.join(","));
}
