import { adminGraphql } from "./admin-client.server.ts";
import { digitsOf } from "./digits.ts";
import { readChannelName } from "./read-order-answer.ts";

const orderNumbersDocument = `#graphql
  query OrderNumbers($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order { id attribution { displayName } customerJourneySummary { customerOrderIndex } }
    }
  }
`;

/** `customerOrderIndex` is null where the platform does not number the order, or not yet. */
export type OrderNumber = { readonly customerOrderIndex: number | null; readonly channelName: string };

/**
 * The how-maniest order of its customer each of these orders is, from 1, and its sales channel, by the order's digits.
 * The platform answers at most 250 at once. Never inside a transaction.
 * @throws PlatformError when it cannot be asked. Source: Admin API, `nodes`, `CustomerJourneySummary`, `OrderAttribution`.
 */
export async function readOrderNumbers(
  shopDomain: string,
  orderIds: readonly string[],
): Promise<Map<string, OrderNumber>> {
  const ids = orderIds.map((id) => `gid://shopify/Order/${id}`);
  const { nodes } = await adminGraphql(shopDomain, orderNumbersDocument, { ids });
  const numbers = new Map<string, OrderNumber>();
  for (const node of nodes) {
    if (!node || !("id" in node)) continue;
    const customerOrderIndex = node.customerJourneySummary?.customerOrderIndex ?? null;
    const channelName = readChannelName(node.attribution ?? null);
    numbers.set(digitsOf(node.id), { customerOrderIndex, channelName });
  }
  return numbers;
}
