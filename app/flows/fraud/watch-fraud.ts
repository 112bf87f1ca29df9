import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { listShopIds, orderShopsOf } from "#app/store/tenants.ts";
import { settleAccused } from "./settle-accused.ts";
import { markAffiliates, watchAffiliates } from "./watch-affiliates.ts";
import { watchCodes } from "./watch-codes.ts";

/**
 * The job: looks at the affiliates and codes of every shop for what seems wrong, after everybody has been marked. A
 * look that fails holds up neither the shop's others nor the other shops; the job then fails in the end.
 */
export async function watchFraud(now: Date): Promise<void> {
  const failed: unknown[] = [];
  async function attempt(shopId: string | null, look: () => Promise<unknown>): Promise<void> {
    try {
      await look();
    } catch (error) {
      log.warn("A look for what seems wrong failed", { shop: shopId, ...describeError(error) });
      failed.push(error);
    }
  }
  await attempt(null, () => markAffiliates(now));
  for (const shop of (await orderShopsOf(db(), await listShopIds(db()))).values()) {
    if (shop.redactedAt !== null) continue;
    await attempt(shop.shopId, () => watchAffiliates(shop, now));
    await attempt(shop.shopId, () => settleAccused(shop, now));
    await attempt(shop.shopId, () => watchCodes(shop, now));
  }
  if (failed.length > 0) throw new AggregateError(failed, "Some looks for what seems wrong failed.");
}
