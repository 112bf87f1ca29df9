import type { OrderFacts } from "#app/domain/order.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { type OrderAnswer, orderDocument } from "./order-document.ts";
import { readOrderAnswer } from "./read-order-answer.ts";

/**
 * Reads an order afresh, as facts; null when the platform has none of that number. Never inside a transaction.
 * @throws PlatformError when it cannot be asked, OrderTooLargeError. Source: Admin API, `order`.
 */
export async function fetchOrderFacts(
  shopDomain: string,
  orderId: string,
  hashEmail: (email: string) => string,
): Promise<OrderFacts | null> {
  const id = `gid://shopify/Order/${orderId}`;
  const { order } = await adminGraphql<{ order: OrderAnswer | null }>(shopDomain, orderDocument, { id });
  return order === null ? null : readOrderAnswer(order, hashEmail);
}
