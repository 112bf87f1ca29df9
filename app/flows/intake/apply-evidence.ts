import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { afterOpenOrders, findOrders } from "#app/store/orders.ts";
import { ordersOfPixelEvent, ordersWithCode } from "#app/store/orders-of-clicks.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { askAboutGoods, settleAgain } from "#app/flows/settlement/settle-again.ts";

/** Without an order id: the order of the pixel event, or the orders that used a code since then. */
type ArrivedEvidence = {
  readonly shopId: string;
  readonly orderId: string;
  readonly eventId?: string;
  readonly sold?: { readonly code: string; readonly since: string };
};

const atOnce = 100;

/**
 * Settles orders again whose attribution signals arrived late, such as the pixel's (M19). Signals of an unknown order
 * wait until it arrives. If the terms of the credited affiliate ask about goods, Shopify is asked. @throws Error if
 * it can't be asked; the job is retried.
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
      if (refusal?.refused === "unavailable") throw new Error(refusal.reason.code);
    }
  }
}

/**
 * An order in progress may have been decided before the signals existed and is not visible yet. This job waits for
 * it, because the entry points should not, so neither misses the other.
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
