import type { OrderFacts } from "#app/domain/order.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { readOrderAnswer } from "./read-order-answer.ts";
import { type Ask, askWholeOrder } from "./whole-order.ts";

/**
 * Reads an order afresh, as facts; null when the platform has none of that number. Never inside a transaction.
 * @throws PlatformError when it cannot be asked, OrderTooLargeError, OrderChangedError. Source: Admin API, `order`.
 */
export async function fetchOrderFacts(
  shopDomain: string,
  orderId: string,
  hashEmail: (email: string) => string,
): Promise<OrderFacts | null> {
  const ask: Ask = (document, variables) => adminGraphql(shopDomain, document, variables);
  const order = await askWholeOrder(ask, `gid://shopify/Order/${orderId}`);
  return order === null ? null : readOrderAnswer(order, hashEmail);
}
