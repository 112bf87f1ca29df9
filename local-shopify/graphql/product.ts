import type { Product, Variant } from "../commerce/types.ts";
import { connectCollectionsOf } from "./collection.ts";
import { connect } from "./connection.ts";
import { money } from "./money.ts";
import { gid, moment, type Answer, type Args, type Asking } from "./resolver.ts";
import {
  matchMoment,
  matchNumber,
  matchText,
  matchWords,
  search,
  unknownFilter,
  type Term,
} from "./search.ts";

/** A Product of the shop. */
export function answerProduct(asking: Asking, product: Product): Answer {
  const { currency } = asking.shop.settings;
  const prices = product.variants.map((variant) => variant.price).toSorted((a, b) => Number(a) - Number(b));
  return {
    __typename: "Product",
    id: gid("Product", product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    description: product.description,
    descriptionHtml: `<p>${product.description}</p>`,
    vendor: product.vendor,
    productType: product.type,
    tags: product.tags,
    status: "ACTIVE",
    isGiftCard: product.giftCard,
    featuredMedia: null,
    createdAt: moment(product.createdAt),
    updatedAt: moment(product.updatedAt),
    publishedAt: moment(product.createdAt),
    hasOnlyDefaultVariant: product.variants.length === 1,
    variantsCount: { count: product.variants.length, precision: "EXACT" },
    onlineStoreUrl: `${asking.ctx.url}/shops/${asking.shop.domain}/products/${product.handle}`,
    priceRangeV2: {
      minVariantPrice: money(prices[0] ?? "0", currency),
      maxVariantPrice: money(prices.at(-1) ?? "0", currency),
    },
    collections: (args: Args) => connectCollectionsOf(asking, product.id, args),
    variants: (args: Args) =>
      connect(product.variants, args, {
        sortBy: (variant) => String(product.variants.indexOf(variant)).padStart(4, "0"),
        id: (variant) => variant.id,
        answer: (variant) => answerVariant(asking, product, variant),
        obeyed: ["sortKey"],
      }),
  };
}

function answerVariant(asking: Asking, product: Product, variant: Variant): Answer {
  return {
    __typename: "ProductVariant",
    id: gid("ProductVariant", variant.id),
    legacyResourceId: String(variant.id),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    price: variant.price,
    compareAtPrice: null,
    taxable: variant.taxable,
    position: product.variants.indexOf(variant) + 1,
    availableForSale: true,
    createdAt: moment(product.createdAt),
    updatedAt: moment(product.updatedAt),
    product: () => answerProduct(asking, product),
  };
}

/** `products(…)` of the root. */
export function connectProducts(asking: Asking, args: Args): Answer {
  const found = search(asking.shop.products, args["query"], matchProduct);
  return connect(found, args, {
    sortBy: (product) => sortValue(product, args["sortKey"]),
    id: (product) => product.id,
    answer: (product) => answerProduct(asking, product),
    obeyed: ["query", "sortKey"],
  });
}

/** The product with that number, or null when the shop no longer sells it. */
export function findProduct(asking: Asking, id: number | null): Answer | null {
  const product = asking.shop.products.find((entry) => entry.id === id);
  return product === undefined ? null : answerProduct(asking, product);
}

/** The variant with that number, or null. */
export function findVariant(asking: Asking, id: number | null): Answer | null {
  for (const product of asking.shop.products) {
    const variant = product.variants.find((entry) => entry.id === id);
    if (variant !== undefined) return answerVariant(asking, product, variant);
  }
  return null;
}

function sortValue(product: Product, key: unknown): string {
  if (key === "TITLE") return product.title;
  if (key === "UPDATED_AT") return product.updatedAt;
  if (key === "CREATED_AT") return product.createdAt;
  return String(product.id).padStart(20, "0");
}

function matchProduct(product: Product, term: Term): boolean {
  if (term.field === "id") return matchNumber(product.id, term);
  if (term.field === "handle") return matchText(product.handle, term);
  if (term.field === "vendor") return matchText(product.vendor, term);
  if (term.field === "tag") return product.tags.some((tag) => matchText(tag, term));
  if (term.field === "title") return matchWords(product.title, term);
  if (term.field === "updated_at") return matchMoment(product.updatedAt, term);
  throw unknownFilter(term);
}
