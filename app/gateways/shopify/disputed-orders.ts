import type { OrderFacts } from "#app/domain/order.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";
import { disputeOf } from "./read-order-answer.ts";

export type DisputedOrder = {
  /** Digits. */
  readonly orderId: string;
  readonly name: string;
  readonly updatedAt: Date;
  readonly dispute: OrderFacts["dispute"];
};

/** A list without arguments counts as one object, so a page costs about 200 points of at most 1,000. */
const disputedOrdersDocument = `#graphql
  query DisputedOrders($query: String!, $after: String) {
    orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name updatedAt disputes { status } }
    }
  }
`;

/** Every value of the filter `chargeback_status`: a dispute that was won has to be noticed too. */
const anyDispute = ["needs_response", "under_review", "lost", "accepted", "charge_refunded", "won"]
  .map((status) => `chargeback_status:${status}`)
  .join(" OR ");

/**
 * A page of the orders with a dispute, decided ones included; `after` is where the page before ended.
 * @throws PlatformError. Source: Admin API, `orders`. `read_orders` covers `Order.disputes`.
 */
export async function readDisputedOrders(
  shopDomain: string,
  after: string | null,
): Promise<{ readonly orders: readonly DisputedOrder[]; readonly next: string | null }> {
  const variables = { query: anyDispute, after };
  const { orders } = await adminGraphql(shopDomain, disputedOrdersDocument, variables);
  const { hasNextPage, endCursor } = orders.pageInfo;
  return {
    orders: orders.nodes.map(({ id, name, updatedAt, disputes }) => ({
      orderId: digitsOf(id),
      name,
      updatedAt: new Date(updatedAt),
      dispute: disputeOf(disputes),
    })),
    next: hasNextPage ? endCursor : null,
  };
}
