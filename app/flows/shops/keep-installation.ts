import { systemActor } from "#app/domain/actor.ts";
import { readShopInfo } from "#app/gateways/shopify/shop-info.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { ensureShop, findShop, lockShop, markInstalled, type Shop } from "#app/store/shops.ts";

/**
 * Records an installation on a shop whose token was just stored: reads the shop from Shopify, then creates the tenant
 * or restores an uninstalled one with its data. May be repeated. The store's web pixel is switched on soon after.
 */
export async function keepInstallation(installed: {
  domain: string;
  scopes: string;
  now: Date;
}): Promise<Shop> {
  const { domain, scopes, now } = installed;
  const info = await readShopInfo(domain);
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const { shopId } = await ensureShop(tx, domain, now);
    const before = await lockShop(tx, shopId);
    await markInstalled(tx, shopId, { info, scopes, now });
    if (before?.installedAt === null || before?.uninstalledAt) {
      const action = before.installedAt === null ? "installed" : "reinstalled";
      await recordAudit(tx, shopId, {
        subjectKind: "shop",
        subjectId: shopId,
        action,
        actor: systemActor,
        now,
      });
    }
    await queue.send(tx, "switch-on-pixel", { shopId });
    const shop = await findShop(tx, shopId);
    if (!shop) throw new Error("A shop that was just installed is not there");
    return shop;
  });
}
