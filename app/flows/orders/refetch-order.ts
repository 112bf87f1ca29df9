import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { finishDeliveries } from "#app/store/inbox.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { failLater, type Refetch } from "./process-deliveries.ts";
import { processNews } from "./process-news.ts";

/**
 * Asks the platform about an order whose deliveries do not settle it, outside any transaction, and takes the answer
 * into the books. When it cannot be asked, the deliveries are tried again later.
 */
export async function refetchOrder(wanted: Refetch, now: Date): Promise<void> {
  const { shopId, domain, orderId, waiting } = wanted;
  try {
    const hashEmail = (email: string): string => customerHash(shopId, email);
    const facts = await fetchOrderFacts(domain, orderId, { hashEmail, catalog: false, now });
    await inTransaction(async (tx) => {
      const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
      let outcome = "The platform has no such order.";
      if (facts && shop) {
        const message = { news: { kind: "order", facts }, fresh: true } as const;
        outcome = (await processNews(tx, shop, [message], now)).get(orderId)?.text ?? "";
      }
      await finishDeliveries(
        tx,
        waiting.map((one) => ({ ...one, outcome: `Read afresh. ${outcome}` })),
        now,
      );
    });
  } catch (error) {
    for (const delivery of waiting) await failLater(delivery, error, now);
  }
}
