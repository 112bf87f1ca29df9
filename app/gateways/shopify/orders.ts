import type { OrderFacts } from "#app/domain/order.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { askCatalog } from "./ask-catalog.ts";
import { readOrderAnswer } from "./read-order-answer.ts";
import { type Ask, askWholeOrder } from "./whole-order.ts";

/** How an order is read: how this shop's customers are recognised, and whether with what its goods are like now. */
type OrderWish = {
  readonly hashEmail: (email: string) => string;
  /** Costs another question; only terms that ask for tags or collections need it. */
  readonly catalog: boolean;
  readonly now: Date;
};

/**
 * Reads an order afresh, as facts; null when the platform has none of that number. Never inside a transaction.
 * @throws PlatformError when it cannot be asked, OrderTooLargeError, OrderChangedError. Source: Admin API, `order`.
 */
export async function fetchOrderFacts(
  shopDomain: string,
  orderId: string,
  { hashEmail, catalog, now }: OrderWish,
): Promise<OrderFacts | null> {
  const ask: Ask = (document, variables) => adminGraphql(shopDomain, document, variables);
  const order = await askWholeOrder(ask, `gid://shopify/Order/${orderId}`);
  if (order === null) return null;
  const facts = readOrderAnswer(order, hashEmail);
  return catalog ? { ...facts, catalog: await askCatalog(ask, order, now) } : facts;
}
