import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { takeNews } from "./take-news.ts";
import type { OrderShop } from "./settle-orders.ts";

/** What a person reads where the platform could not be asked. */
export const notTold =
  "The terms ask about the goods of this order, and the platform could not be asked. Try again.";

/** T3: asks the platform about the goods and the customer of an order, and keeps the answer with its facts. */
export async function askAboutGoods(
  shop: OrderShop & { readonly domain: string },
  orderId: string,
  now: Date,
): Promise<Refusal | null> {
  const { shopId, domain } = shop;
  try {
    const hashEmail = (email: string): string => customerHash(shopId, email);
    const facts = await fetchOrderFacts(domain, orderId, { hashEmail, catalog: true, now });
    if (!facts) return refuse("not-possible", "The platform has no such order any more");
    const message = { news: { kind: "order", facts }, fresh: true } as const;
    await inTransaction((tx) => takeNews(tx, shop, [message], now));
    return null;
  } catch (error) {
    log.warn("The platform could not be asked about an order", { shopId, orderId, ...describeError(error) });
    return refuse("unavailable", notTold);
  }
}
