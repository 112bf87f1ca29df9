import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";

const orderNumbersDocument = `#graphql
  query OrderNumbers($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order { id customerJourneySummary { customerOrderIndex } }
    }
  }
`;

type Node = {
  readonly id?: string;
  readonly customerJourneySummary?: { readonly customerOrderIndex: number | null } | null;
} | null;

/**
 * The how-maniest order of its customer each of these orders is, by the order's digits, from 1; without those that the
 * platform does not number, or not yet. The platform answers at most 250 at once. Never inside a transaction.
 * @throws PlatformError when it cannot be asked. Source: Admin API, `nodes` and `CustomerJourneySummary`.
 */
export async function readOrderNumbers(
  shopDomain: string,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const ids = orderIds.map((id) => `gid://shopify/Order/${id}`);
  const { nodes } = await adminGraphql<{ nodes: Node[] }>(shopDomain, orderNumbersDocument, { ids });
  const numbers = new Map<string, number>();
  for (const node of nodes) {
    const index = node?.customerJourneySummary?.customerOrderIndex ?? null;
    if (node?.id && index !== null) numbers.set(digitsOf(node.id), index);
  }
  return numbers;
}
