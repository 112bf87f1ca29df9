import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { type OrderNumber, readOrderNumbers } from "#app/gateways/shopify/orders.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { takeNews } from "#app/flows/settlement/take-news.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

/** So many are asked about with one question and written in one transaction. */
const atOnce = 100;

/**
 * Asks the platform which of its customer's orders each of these is and which sales channel it came by, and keeps the
 * answer with their facts: reports tell new customers and channels by it where no terms asked. An order that has no number yet stays without.
 * @throws PlatformError when the platform cannot be asked for a while.
 */
export async function numberOrders(
  shop: OrderShop & { readonly domain: string },
  orderIds: readonly string[],
  clock: () => Date,
): Promise<void> {
  for (let place = 0; place < orderIds.length; place += atOnce) {
    const numbers = await numbersOf(shop.domain, orderIds.slice(place, place + atOnce));
    const messages = [...numbers].map(([orderId, number]) => {
      return { news: { kind: "numbered", orderId, ...number }, fresh: true } as const;
    });
    if (messages.length > 0) await inTransaction((tx) => takeNews(tx, shop, messages, clock()));
  }
}

/** No order waits for its number: where the platform refuses to tell it, all else goes on. */
async function numbersOf(domain: string, orderIds: readonly string[]): Promise<Map<string, OrderNumber>> {
  try {
    return await readOrderNumbers(domain, orderIds);
  } catch (error) {
    if (!(error instanceof PlatformError) || !["refused", "denied"].includes(error.kind)) throw error;
    log.warn("The platform does not number orders", { domain, ...describeError(error) });
    return new Map();
  }
}
