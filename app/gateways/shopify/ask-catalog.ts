import type { CatalogFacts, ProductFacts } from "#app/domain/order.ts";
import { catalogDocument, collectionsDocument } from "./catalog-document.ts";
import { digitsOf } from "./digits.ts";
import type { CollectionsOfProductQuery, ProductFieldsFragment } from "./admin-types.generated.ts";
import type { OrderAnswer } from "./order-answer.ts";
import type { Ask } from "./whole-order.ts";

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
