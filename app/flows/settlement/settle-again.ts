import { readFacts } from "#app/domain/read-facts.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { lockKnownOrders } from "#app/store/orders.ts";
import { type OrderShop, settleOrders } from "./settle-orders.ts";
import { applyNews } from "./apply-news.ts";

/**
 * Settles known orders again from their stored facts after a person's decision about them, their commissions or
 * the bonuses that they reached (M12), and posts the difference with the instant of the decision. Locks the
 * orders first. Returns the ids of orders that must wait for the platform's answer about their goods.
 */
export async function settleAgain(
  tx: Tx,
  shop: OrderShop,
  orderIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await lockKnownOrders(tx, shop.shopId, orderIds);
  const known = [...rows.values()].filter((row) => "id" in row.facts);
  const orders = known.map((row) => {
    const facts = readFacts(row.facts);
    return { row, facts, factsBefore: facts };
  });
  const settled = await settleOrders(tx, shop, orders, { now, decidedAt: now });
  return [...settled].filter(([, one]) => one.mustAsk).map(([orderId]) => orderId);
}

/** Asks the platform about an order's goods and customer (T3), and stores the answer with its facts. */
export async function askAboutGoods(
  shop: OrderShop & { readonly domain: string },
  orderId: string,
  now: Date,
): Promise<Refusal | null> {
  const { shopId, domain } = shop;
  try {
    const hashEmail = (email: string): string => customerHash(shopId, email);
    const facts = await fetchOrderFacts(domain, orderId, { hashEmail, catalog: true, now });
    if (!facts) return refuse("not-possible", { code: "order_deleted" });
    const message = { news: { kind: "order", facts }, fresh: true } as const;
    await inTransaction((tx) => applyNews(tx, shop, [message], now));
    return null;
  } catch (error) {
    log.warn("The platform could not be asked about an order", { shopId, orderId, ...describeError(error) });
    return refuse("unavailable", { code: "goods_unknown" });
  }
}
