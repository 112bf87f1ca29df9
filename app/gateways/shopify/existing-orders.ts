import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";

const existingOrdersDocument = `#graphql
  query ExistingOrders($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order { id }
    }
  }
`;

/**
 * Which of these orders the shop has, by their digits. The platform answers at most 250 at once. Never inside a
 * transaction. @throws PlatformError when it cannot be asked. Source: Admin API, `nodes`.
 */
export async function readExistingOrders(
  shopDomain: string,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const ids = orderIds.map((id) => `gid://shopify/Order/${id}`);
  const { nodes } = await adminGraphql(shopDomain, existingOrdersDocument, { ids });
  return new Set(nodes.flatMap((node) => (node?.id ? [digitsOf(node.id)] : [])));
}
