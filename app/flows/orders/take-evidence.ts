import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { ordersOfPixelEvent } from "#app/store/orders-of-clicks.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { askAboutGoods } from "./ask-about-goods.ts";
import { settleAgain } from "./settle-again.ts";

/** Where the pixel's event did not name its order, the event says which checkout's it is. */
type Arrived = { readonly shopId: string; readonly orderId: string; readonly eventId?: string };

/**
 * Evidence came after its order, as the pixel's may: the order is settled again (M19). An order that is not known yet
 * finds the evidence when it comes, and an invented one is never there. Where the terms of whoever is credited now ask
 * about the goods, the platform is asked about them.
 * @throws Error when it cannot be asked: the job is tried again.
 */
export async function takeEvidence(arrived: Arrived, now: Date): Promise<void> {
  const shopId = arrived.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!shop) return;
  const orderIds = await ordersOf(shopId, arrived);
  if (orderIds.length === 0) return;
  const waiting = await inTransaction((tx) => settleAgain(tx, shop, orderIds, now));
  for (const orderId of waiting) {
    const refusal = await askAboutGoods(shop, orderId, now);
    if (refusal?.refused === "unavailable") throw new Error(refusal.message);
  }
}

async function ordersOf(shopId: ShopId, { orderId, eventId }: Arrived): Promise<string[]> {
  if (orderId !== "") return [orderId];
  return eventId === undefined ? [] : await ordersOfPixelEvent(db(), shopId, eventId);
}
