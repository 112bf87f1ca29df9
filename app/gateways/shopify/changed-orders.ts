import { type FinancialStatus, readFinancialStatus } from "#app/domain/order.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";

/** As much of an order as tells whether it is known as it is now. */
export type ChangedOrder = {
  /** Digits. */
  readonly orderId: string;
  readonly name: string;
  /** Resolution of one second (M10). */
  readonly updatedAt: Date;
  readonly financialStatus: FinancialStatus;
  readonly cancelled: boolean;
};

/** Nothing but plain fields of the order: a page costs little more than a point for each. */
const changedOrdersDocument = `#graphql
  query ChangedOrders($query: String!, $after: String) {
    orders(first: 250, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name updatedAt displayFinancialStatus cancelledAt }
    }
  }
`;

/**
 * A page of the orders that changed in a span of time, both ends counted in, the earliest change first; `after` is
 * where the page before ended. @throws PlatformError. Source: Admin API, `orders`.
 */
export async function readChangedOrders(
  shopDomain: string,
  span: { readonly from: Date; readonly until: Date; readonly after: string | null },
): Promise<{ readonly orders: readonly ChangedOrder[]; readonly next: string | null }> {
  const query = `updated_at:>='${span.from.toISOString()}' AND updated_at:<='${span.until.toISOString()}'`;
  const variables = { query, after: span.after };
  const { orders } = await adminGraphql(shopDomain, changedOrdersDocument, variables);
  const { hasNextPage, endCursor } = orders.pageInfo;
  return {
    orders: orders.nodes.map(({ id, name, updatedAt, displayFinancialStatus, cancelledAt }) => ({
      orderId: digitsOf(id),
      name,
      updatedAt: new Date(updatedAt),
      financialStatus: readFinancialStatus(displayFinancialStatus),
      cancelled: cancelledAt !== null,
    })),
    next: hasNextPage ? endCursor : null,
  };
}
