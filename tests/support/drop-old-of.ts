import type { ShopId } from "#app/domain/ids.ts";
import { dropOldOfShop } from "#app/flows/privacy/drop-old.ts";
import { db } from "#app/platform/db.server.ts";
import { listRetentions } from "#app/store/retention.ts";

/** `dropOld` for these shops alone: a test's database holds hundreds of others. */
export async function dropOldOf(shops: readonly { readonly shopId: ShopId }[], now: Date): Promise<void> {
  const wanted = new Set(shops.map(({ shopId }) => shopId));
  for (const retention of await listRetentions(db())) {
    if (wanted.has(retention.shopId)) await dropOldOfShop(retention, now);
  }
}
