import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { commissionsDueForRelease } from "#app/store/commissions.ts";
import { tellShop } from "#app/store/page-version.ts";
import { listShopIds } from "#app/store/shops.ts";
import { lockForPosting, releaseLocked } from "#app/flows/settlement/decide-locked.ts";

const commissionsAtOnce = 200;

/**
 * Approves pending commissions that are due, in all shops (M11). Returns how many. It locks orders like their
 * processing does, so a refund that arrives meanwhile waits and is applied afterwards. A shop whose books
 * refuse is logged and does not stop the others. The next run tries it again.
 */
export async function releaseCommissions(now: Date): Promise<number> {
  let released = 0;
  for (const shopId of await listShopIds(db())) {
    try {
      released += await releaseOfShop(shopId, now);
    } catch (error) {
      log.error("Commissions of a shop could not be released", { shopId, ...describeError(error) });
    }
  }
  return released;
}

/** Approves the due commissions of one shop and updates its open screens. @throws if its books refuse */
export async function releaseOfShop(shopId: ShopId, now: Date): Promise<number> {
  let released = 0;
  let after = "";
  for (;;) {
    const keys = await commissionsDueForRelease(db(), shopId, { now, after, limit: commissionsAtOnce });
    const last = keys.at(-1);
    if (!last) return released;
    released += await inTransaction(async (tx) => {
      const locked = await lockForPosting(tx, shopId, keys);
      const { length } = await releaseLocked(tx, shopId, { ...locked, now });
      if (length > 0) await tellShop(tx, shopId);
      return length;
    });
    after = last.commissionId;
  }
}
