import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { commissionsDueForRelease } from "#app/store/commissions.ts";
import { tellShop } from "#app/store/pulse.ts";
import { listShopIds } from "#app/store/tenants.ts";
import { lockForPosting, releaseLocked } from "#app/flows/settlement/decide-locked.ts";

const commissionsAtOnce = 200;

/**
 * M11: makes payable what is pending and due, of all shops. Answers how many commissions were released.
 * Orders are locked as their processing locks them, so a refund that comes meanwhile waits and is counted after.
 * A shop whose books do not allow it is logged and holds up no other; it is tried again with the next run.
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

/** The same of one shop, whose open screens are told. @throws where its books do not allow it */
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
