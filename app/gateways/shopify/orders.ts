import {
  type CatalogFacts,
  type FinancialStatus,
  type OrderFacts,
  type ProductFacts,
  readFinancialStatus,
} from "#app/domain/order.ts";
import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type {
  CollectionsOfProductQuery,
  ListOrdersQuery,
  ProductFieldsFragment,
} from "./admin-types.generated.ts";
import { disputeOf, type OrderAnswer, readChannelName, readOrderAnswer } from "./read-order-answer.ts";
import { type Ask, askWholeOrder } from "./whole-order.ts";

/** How to read an order: the hash of this shop's customers, and true to read catalog facts too. */
type OrderWish = {
  readonly hashEmail: (email: string) => string;
  /** Costs another query. Only terms that test tags or collections need it. */
  readonly catalog: boolean;
  readonly now: Date;
};

/**
 * Reads an order's facts from Shopify. Null if it does not exist. Never inside a transaction.
 * @throws PlatformError, OrderTooLargeError, OrderChangedError. Source: Admin API, `order`.
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

const productsInOneAnswer = 15;

/**
 * Current tags and collections of an order's products, and its customer's tags. `now` becomes `readAt`. A
 * deleted product is missing (T3).
 * @throws the errors of `ask`. Source: Admin API, `nodes`, `Product.tags`, `Product.collections`,
 * `Customer.tags`.
 */
export async function askCatalog(
  ask: Ask,
  order: Pick<OrderAnswer, "lineItems" | "customer">,
  now: Date,
): Promise<CatalogFacts> {
  const ids = [...new Set(order.lineItems.nodes.flatMap((line) => (line.product ? [line.product.id] : [])))];
  const products: Record<string, ProductFacts> = {};
  for (let from = 0; from < ids.length; from += productsInOneAnswer) {
    const answer = await ask(catalogDocument, { ids: ids.slice(from, from + productsInOneAnswer) });
    for (const product of answer.nodes) {
      if (!product?.id) continue;
      const { id, tags, collections } = product;
      products[digitsOf(id)] = { tags, collectionIds: await wholeCollections(ask, { id, collections }) };
    }
  }
  return { readAt: now.toISOString(), products, customerTags: order.customer?.tags ?? null };
}

async function wholeCollections(
  ask: Ask,
  product: Pick<ProductFieldsFragment, "id" | "collections">,
): Promise<string[]> {
  const found = product.collections.nodes.map((one) => digitsOf(one.id));
  let { pageInfo } = product.collections;
  while (pageInfo.hasNextPage) {
    const answer: CollectionsOfProductQuery = await ask(collectionsDocument, {
      id: product.id,
      after: pageInfo.endCursor,
    });
    // A product deleted meanwhile keeps the collections read so far.
    if (answer.product === null) return found;
    found.push(...answer.product.collections.nodes.map((one) => digitsOf(one.id)));
    ({ pageInfo } = answer.product.collections);
  }
  return found;
}

const productFields = `#graphql
  fragment ProductFields on Product {
    id
    tags
    collections(first: 50) {
      pageInfo { hasNextPage endCursor }
      nodes { id }
    }
  }
`;

/** Tags and collections of up to fifteen products, which stays below the limit of 1,000 points. */
const catalogDocument = `#graphql
  ${productFields}
  query CatalogOfProducts($ids: [ID!]!) {
    nodes(ids: $ids) { ...ProductFields }
  }
` as const;

/** Further collections of a product that is in more than the first query returns. */
const collectionsDocument = `#graphql
  query CollectionsOfProduct($id: ID!, $after: String) {
    product(id: $id) {
      collections(first: 250, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id }
      }
    }
  }
`;

const document = `#graphql
  query ListOrders($query: String!, $after: String) {
    orders(first: 250, after: $after, query: $query, sortKey: CREATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id }
    }
  }
`;

/**
 * Ids of the orders created from one instant on and before another, oldest first. Pages are fetched as they
 * are used.
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

const existingOrdersDocument = `#graphql
  query ExistingOrders($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order { id }
    }
  }
`;

/**
 * Those of these orders that the shop has, by id. At most 250 at once. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `nodes`.
 */
export async function readExistingOrders(
  shopDomain: string,
  orderIds: readonly string[],
): Promise<Set<string>> {
  const ids = orderIds.map((id) => `gid://shopify/Order/${id}`);
  const { nodes } = await adminGraphql(shopDomain, existingOrdersDocument, { ids });
  return new Set(nodes.flatMap((node) => (node?.id ? [digitsOf(node.id)] : [])));
}

/** The fields of an order that show if its stored state is current. */
export type ChangedOrder = {
  /** Numeric ids. */
  readonly orderId: string;
  readonly name: string;
  /** Precise to one second (M10). */
  readonly updatedAt: Date;
  readonly financialStatus: FinancialStatus;
  readonly cancelled: boolean;
};

/** Only plain fields of the order, so each costs little more than a point. */
const changedOrdersDocument = `#graphql
  query ChangedOrders($query: String!, $after: String) {
    orders(first: 250, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name updatedAt displayFinancialStatus cancelledAt }
    }
  }
`;

/**
 * A page of the orders changed in a span, inclusive, earliest change first. `after` is the end of the
 * previous page.
 * @throws PlatformError. Source: Admin API, `orders`.
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

type DisputedOrder = {
  /** Numeric ids. */
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

/** All values of the filter `chargeback_status`, because won disputes matter too. */
const anyDispute = ["needs_response", "under_review", "lost", "accepted", "charge_refunded", "won"]
  .map((status) => `chargeback_status:${status}`)
  .join(" OR ");

/**
 * A page of the orders with a dispute, including decided ones. `after` is the end of the previous page.
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

const orderNumbersDocument = `#graphql
  query OrderNumbers($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order { id attribution { displayName } customerJourneySummary { customerOrderIndex } }
    }
  }
`;

/** `customerOrderIndex` is null if Shopify does not number the order, or not yet. */
export type OrderNumber = { readonly customerOrderIndex: number | null; readonly channelName: string };

/**
 * Number of each order among its customer's orders, from 1, and its sales channel, by order id. At most 250
 * at once. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `nodes`, `CustomerJourneySummary`, `OrderAttribution`.
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
