import type { ShopId } from "#app/domain/ids.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import { widenOfflineToken } from "#app/gateways/shopify/offline-token.server.ts";
import { readGrantedScopes, readShopInfo } from "#app/gateways/shopify/shop-info.ts";
import { now } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";
import { retryWaiting } from "#app/store/payout-requests.ts";
import { findShop, updatePlatformShop, updateScopes } from "#app/store/shops.ts";

/** Handles `shop/update`: the shop's name, currency, time zone or address changed. */
export async function followShopUpdate(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return;
  await updatePlatformShop(db(), shopId, await readShopInfo(shop.domain));
}

/**
 * Handles `app/scopes_update`: the merchant granted or withdrew scopes. Shopify is asked for them, because anyone
 * with a signed body can send it again. @throws PlatformError if Shopify can't be asked.
 */
export async function rereadScopes(shopId: ShopId): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return;
  await followScopesUpdate(shopId, await readGrantedScopes(shop.domain));
}

/**
 * Stores the scopes that the merchant has granted. A token keeps the scopes of its issue, so it is replaced before
 * the app relies on a new one.
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
