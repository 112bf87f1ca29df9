import { db } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { afterOpenOrders } from "#app/store/open-orders.ts";
import { ordersCarrying, ordersSeenWith } from "#app/store/orders-of-clicks.ts";
import type { KeptClick } from "./keep-clicks.ts";

/** The platform tells when an order was made in whole seconds, and its clock is not ours. */
const toleranceMs = 5 * 60_000;

/**
 * Clicks were stored after their time: orders that carry them, or of whose checkout the pixel told them, and that were
 * judged without, are settled again (M19), also those that are being taken into the books meanwhile. @throws Error where
 * that takes too long: the clicks go on waiting, and are looked for again.
 */
export async function settleOrdersOf(clicks: readonly KeptClick[]): Promise<void> {
  await afterOpenOrders(db());
  for (const [shopId, ofShop] of Map.groupBy(clicks, (one) => one.click.shopId)) {
    const earliest = Math.min(...ofShop.map((one) => one.click.occurredAt.getTime()));
    const since = new Date(earliest - toleranceMs);
    const clickIds = ofShop.map((one) => one.click.clickId);
    const orderIds = new Set([
      ...(await ordersCarrying(db(), shopId, { clickIds, since })),
      ...(await ordersSeenWith(db(), shopId, { clickIds, since })),
    ]);
    if (orderIds.size === 0) continue;
    const queue = await openQueue();
    for (const orderId of orderIds) {
      await queue.send(db(), "evidence-arrived", { shopId, orderId });
    }
  }
}
