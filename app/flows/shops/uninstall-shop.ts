import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isTokenRefused } from "#app/gateways/shopify/probes.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { listPlatformSessions, removePlatformSessionsOf, revokeSessions } from "#app/store/sessions.ts";
import { findShop, lockShop, markUninstalled } from "#app/store/shops.ts";

type UninstallNews = { readonly triggeredAt: Date; readonly now: Date };

/**
 * Handles `app/uninstalled`. Anyone with a signed body can send it again, so Shopify is asked: only a refused token
 * proves it. Returns the outcome. @throws PlatformError if Shopify does not answer, or no token is
 * stored to ask with.
 */
export async function followUninstall(shopId: ShopId, news: UninstallNews): Promise<string> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return "not-installed";
  if (!(await isTokenRefused(shop.domain))) {
    log.warn("A delivery was ignored: the platform still accepts the shop's credentials", {
      topic: "app/uninstalled",
      shop: shopId,
    });
    return "token-accepted";
  }
  const done = await uninstallShop(shopId, news);
  return done ? "uninstalled" : "older-than-installation";
}

/**
 * Records that the app was uninstalled: drops its tokens and ends all sessions at once. All other data stays for a
 * return. Does nothing and returns false for news older than the latest installation or the newest token, because
 * deliveries may be late and the merchant may have come back.
 */
export async function uninstallShop(shopId: ShopId, news: UninstallNews): Promise<boolean> {
  return await inTransaction(async (tx) => {
    const shop = await lockShop(tx, shopId);
    if (!shop || shop.installedAt === null || shop.uninstalledAt) return false;
    if (news.triggeredAt < shop.installedAt) return false;
    const sessions = await listPlatformSessions(tx, shop.domain);
    if (sessions.some((session) => session.updatedAt > news.triggeredAt)) return false;
    await markUninstalled(tx, shopId, news.now);
    await removePlatformSessionsOf(tx, shop.domain);
    await revokeSessions(tx, shopId, { now: news.now });
    const subject = { subjectKind: "shop", subjectId: shopId, action: "uninstalled" };
    await recordAudit(tx, shopId, { ...subject, actor: systemActor, now: news.now });
    return true;
  });
}
