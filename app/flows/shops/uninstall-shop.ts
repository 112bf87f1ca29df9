import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { listPlatformSessions, removePlatformSessionsOf } from "#app/store/platform-sessions.ts";
import { revokeSessions } from "#app/store/sessions.ts";
import { lockShop, markUninstalled } from "#app/store/shops.ts";

/**
 * The merchant uninstalled the app: drops its tokens and ends every session at once; all other data stays for a
 * return. Answers false, and does nothing, for news older than the latest installation, or than a token that the
 * platform granted since: deliveries come late, and a merchant may have come back meanwhile.
 */
export async function uninstallShop(
  shopId: ShopId,
  news: { triggeredAt: Date; now: Date },
): Promise<boolean> {
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
