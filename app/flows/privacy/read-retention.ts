import type { ShopId } from "#app/domain/ids.ts";
import {
  type RetentionPeriods,
  type RetentionWarning,
  retentionWarnings,
} from "#app/domain/shop-settings.ts";
import { db } from "#app/platform/db.server.ts";
import { longestWindow } from "#app/store/retention.ts";

/** Warnings about a shop's retention periods, for its page. */
export async function readRetentionWarnings(
  shop: RetentionPeriods & { readonly shopId: ShopId },
): Promise<RetentionWarning[]> {
  return retentionWarnings(shop, await longestWindow(db(), shop.shopId));
}
