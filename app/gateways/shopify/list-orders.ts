import { adminGraphql } from "./admin-client.server.ts";
import type { ListOrdersQuery } from "./admin-types.generated.ts";
import { digitsOf } from "./digits.ts";

const document = `#graphql
  query ListOrders($query: String!, $after: String) {
    orders(first: 250, after: $after, query: $query, sortKey: CREATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id }
    }
  }
`;

/**
 * The ids of the orders created from one instant on and before another, the oldest first, page by page as they are used.
 * @throws PlatformError. Source: Admin API, `orders`.
 */
export async function* listOrders(
  shopDomain: string,
  span: { readonly from: Date; readonly until: Date },
): AsyncGenerator<string> {
  const query = `created_at:>='${span.from.toISOString()}' AND created_at:<'${span.until.toISOString()}'`;
  let after: string | null = null;
  do {
    const { orders }: ListOrdersQuery = await adminGraphql(shopDomain, document, { query, after });
    yield* orders.nodes.map(({ id }) => digitsOf(id));
    after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
  } while (after !== null);
}
