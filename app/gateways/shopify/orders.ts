import type { CatalogFacts, OrderFacts, ProductFacts } from "#app/domain/order.ts";
import { adminGraphql } from "./admin-client.server.ts";
import type { CollectionsOfProductQuery, ProductFieldsFragment } from "./admin-types.generated.ts";
import { digitsOf } from "./digits.ts";
import type { OrderAnswer } from "./order-answer.ts";
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

const productsInOneAnswer = 15;

/**
 * What the goods of an order and its customer are like now; `now` becomes `readAt`. A product that was deleted is
 * missing (T3).
 * @throws what `ask` throws. Source: Admin API, `nodes`, `Product.tags`, `Product.collections`, `Customer.tags`.
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
    // A product that is deleted meanwhile was in what is known of it until then.
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

/** Tags and collections of up to fifteen products, which stays under the limit of 1,000 points. */
const catalogDocument = `#graphql
  ${productFields}
  query CatalogOfProducts($ids: [ID!]!) {
    nodes(ids: $ids) { ...ProductFields }
  }
` as const;

/** Further collections of a product that is in more than the first question holds. */
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
