import type { ShopId } from "#app/domain/ids.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import { widenOfflineToken } from "#app/gateways/shopify/offline-token.server.ts";
import { readGrantedScopes, readShopInfo } from "#app/gateways/shopify/shop-info.ts";
import { now } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";
import { retryWaiting } from "#app/store/payout-requests.ts";
import { findShop, updatePlatformShop, updateScopes } from "#app/store/shops.ts";

/** The platform says that the shop itself changed (`shop/update`): its name, currency, zone or address. */
export async function followShopUpdate(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return;
  await updatePlatformShop(db(), shopId, await readShopInfo(shop.domain));
}

/**
 * A delivery says that the merchant granted or withdrew scopes (`app/scopes_update`). Which ones, the platform is asked:
 * anyone who holds a signed body can send it again.
 * @throws PlatformError when it cannot be asked.
 */
export async function rereadScopes(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return;
  await followScopesUpdate(shopId, await readGrantedScopes(shop.domain));
}

/**
 * The platform says which scopes the merchant has granted by now. A token keeps those that it was
 * issued with, so it is replaced before the app counts on a new one.
 */
export async function followScopesUpdate(shopId: ShopId, scopes: readonly string[]): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop) return;
  if (shop.uninstalledAt === null) await widenOfflineToken(shop.domain, scopes);
  const granted = scopes.join(",");
  await updateScopes(db(), shopId, granted);
  if (!mayGiveStoreCredit(granted)) return;
  // Payments that waited for the permission are sent without another click.
  await retryWaiting(db(), shopId, "credit_permission", now());
  nudgePayouts();
}
