import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { afterOpenOrders, findOrders } from "#app/store/orders.ts";
import { ordersOfPixelEvent, ordersWithCode } from "#app/store/orders-of-clicks.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { askAboutGoods, settleAgain } from "#app/flows/settlement/settle-again.ts";

/** Where no order is named, it is that of the pixel's event, or those that were sold by a code since. */
type ArrivedEvidence = {
  readonly shopId: string;
  readonly orderId: string;
  readonly eventId?: string;
  readonly sold?: { readonly code: string; readonly since: string };
};

const atOnce = 100;

/**
 * Evidence came after its orders, as the pixel's may: they are settled again (M19). An order that is not known yet
 * finds the evidence when it comes, and an invented one is never there. Where the terms of whoever is credited now ask
 * about the goods, the platform is asked about them.
 * @throws Error when it cannot be asked: the job is tried again.
 */
export async function applyEvidence(arrived: ArrivedEvidence, now: Date): Promise<void> {
  const shopId = arrived.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!shop) return;
  const orderIds = await knownOrdersOf(shopId, arrived);
  for (let place = 0; place < orderIds.length; place += atOnce) {
    const some = orderIds.slice(place, place + atOnce);
    const waiting = await inTransaction((tx) => settleAgain(tx, shop, some, now));
    for (const orderId of waiting) {
      const refusal = await askAboutGoods(shop, orderId, now);
      if (refusal?.refused === "unavailable") throw new Error(refusal.message);
    }
  }
}

/**
 * An order that is being taken into the books may have been judged before the evidence was there, and is not to be seen
 * yet: it is waited for, here and not at the doors, so that neither misses the other.
 */
async function knownOrdersOf(shopId: ShopId, arrived: ArrivedEvidence): Promise<string[]> {
  if (!arrived.sold) {
    const found = await ordersOfEvidence(shopId, arrived);
    if (found.length > 0) return found;
  }
  await afterOpenOrders(db());
  return await ordersOfEvidence(shopId, arrived);
}

async function ordersOfEvidence(
  shopId: ShopId,
  { orderId, eventId, sold }: ArrivedEvidence,
): Promise<string[]> {
  if (sold) return await ordersWithCode(db(), shopId, { code: sold.code, since: new Date(sold.since) });
  if (orderId !== "") return (await findOrders(db(), shopId, [orderId])).map((row) => row.orderId);
  return eventId === undefined ? [] : await ordersOfPixelEvent(db(), shopId, eventId);
}
