import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { askAboutGoods } from "./ask-about-goods.ts";
import { settleAgain } from "./settle-again.ts";

/**
 * Evidence came after its order, as the pixel's may: the order is settled again (M19). An order that is not known yet
 * finds the evidence when it comes, and an invented one is never there. Where the terms of whoever is credited now ask
 * about the goods, the platform is asked about them.
 * @throws Error when it cannot be asked: the job is tried again.
 */
export async function takeEvidence(
  arrived: { readonly shopId: string; readonly orderId: string },
  now: Date,
): Promise<void> {
  const { orderId } = arrived;
  const shopId = arrived.shopId as ShopId;
  const shop = orderId === "" ? undefined : (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!shop) return;
  const waiting = await inTransaction((tx) => settleAgain(tx, shop, [orderId], now));
  if (waiting.length === 0) return;
  const refusal = await askAboutGoods(shop, orderId, now);
  if (refusal?.refused === "unavailable") throw new Error(refusal.message);
}
