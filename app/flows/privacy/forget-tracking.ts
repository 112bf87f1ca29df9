import type { ShopId } from "#app/domain/ids.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { eraseClicks } from "#app/store/clicks.ts";
import { eraseClaimTexts, eraseTrackingOf, tracedOrders } from "#app/store/customer-traces.ts";
import { dropDataRequests } from "#app/store/data-requests.ts";
import { forgetOrders } from "./forget-orders.ts";

const atOnce = 500;

/**
 * Forgets every customer and visitor of a shop. Links, codes, discounts and whose they are stay with the affiliates'
 * books, and so does what was decided.
 */
export async function forgetTracking(tx: Tx, shopId: ShopId, now: Date): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await tracedOrders(tx, shopId, { which: null, after, limit: atOnce, lock: true });
    const last = rows.at(-1);
    if (!last) break;
    await forgetOrders(tx, shopId, { rows, now });
    after = last.orderId;
  }
  await eraseClicks(tx, shopId);
  await eraseTrackingOf(tx, shopId);
  await eraseClaimTexts(tx, shopId, null);
  await dropDataRequests(tx, shopId);
}
