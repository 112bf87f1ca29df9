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
 * A delivery says that the merchant uninstalled the app. Anyone who holds a signed body can send it again, so the
 * platform is asked: only a refused token proves it. Answers how it ended, in a sentence.
 * @throws PlatformError when the platform does not answer, or no token is kept to ask with.
 */
export async function followUninstall(shopId: ShopId, news: UninstallNews): Promise<string> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt) return "Not installed: ignored.";
  if (!(await isTokenRefused(shop.domain))) {
    log.warn("A delivery was ignored: the platform still accepts the shop's credentials", {
      topic: "app/uninstalled",
      shop: shopId,
    });
    return "The platform still accepts the shop's token: ignored.";
  }
  const done = await uninstallShop(shopId, news);
  return done ? "Uninstalled." : "Older than the latest installation: ignored.";
}

/**
 * The merchant uninstalled the app: drops its tokens and ends every session at once; all other data stays for a
 * return. Answers false, and does nothing, for news older than the latest installation, or than a token that the
 * platform granted since: deliveries come late, and a merchant may have come back meanwhile.
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
