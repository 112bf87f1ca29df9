import type { ShopId } from "#app/domain/ids.ts";
import { type RetentionPeriods, retentionWarnings } from "#app/domain/retention.ts";
import { db } from "#app/platform/db.server.ts";
import { longestWindow } from "#app/store/retention.ts";

/** What the shop should know about how long it keeps things, in sentences. */
export async function readRetentionWarnings(
  shop: RetentionPeriods & { readonly shopId: ShopId },
): Promise<string[]> {
  return retentionWarnings(shop, await longestWindow(db(), shop.shopId));
}
