import { compareInstants } from "./instant.ts";
import type { CatalogFacts, ProductFacts } from "./order.ts";
import { canonicalText } from "./plain.ts";

/**
 * T3: of two readings of the goods and the customer, what was read first stays. Of goods that an edit added later,
 * only the later reading tells, and that is the first of them. The outcome does not depend on which came first.
 */
export function mergeCatalogs(a: CatalogFacts | null, b: CatalogFacts | null): CatalogFacts | null {
  if (a === null || b === null) return a ?? b;
  const first = isFirst([a.readAt, a.customerTags], [b.readAt, b.customerTags]) ? a : b;
  const ids = new Set([...Object.keys(a.products), ...Object.keys(b.products)]);
  const products = [...ids].flatMap((id): [string, ProductFacts][] => {
    const [one, other] = [productIn(a, id), productIn(b, id)];
    const product = firstProduct(one, other);
    return product ? [[id, withoutCommonTime(product, first.readAt)]] : [];
  });
  return { readAt: first.readAt, products: Object.fromEntries(products), customerTags: first.customerTags };
}

type ReadProduct = ProductFacts & { readonly readAt: string };

function productIn(catalog: CatalogFacts, id: string): ReadProduct | null {
  const product = catalog.products[id];
  return product ? { ...product, readAt: product.readAt ?? catalog.readAt } : null;
}

function firstProduct(a: ReadProduct | null, b: ReadProduct | null): ReadProduct | null {
  if (a === null || b === null) return a ?? b;
  return isFirst([a.readAt, a], [b.readAt, b]) ? a : b;
}

/** One text for equal knowledge, however it was put together. */
function withoutCommonTime({ readAt, ...product }: ReadProduct, common: string): ProductFacts {
  return compareInstants(readAt, common) === 0 ? product : { ...product, readAt };
}

/** By when it was read; of the same instant, by its text, so that it does not matter which is named first. */
function isFirst(a: readonly [string, unknown], b: readonly [string, unknown]): boolean {
  const order = compareInstants(a[0], b[0]);
  return order < 0 || (order === 0 && canonicalText(a[1]) <= canonicalText(b[1]));
}
