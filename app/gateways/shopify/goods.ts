import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type {
  CollectionsLikeQuery,
  GoodsByIdQuery,
  ProductsLikeQuery,
  VariantsLikeQuery,
} from "./admin-types.generated.ts";

export const goodsKinds = ["product", "variant", "collection"] as const;
export type GoodsKind = (typeof goodsKinds)[number];

/** A product, variant or collection that terms can name. `id` has digits only. */
export type Goods = {
  readonly kind: GoodsKind;
  readonly id: string;
  readonly title: string;
  /** Its page in the store. Null for variants, which have none. */
  readonly path: string | null;
  /** Properties that rules can test. Null unless a product was searched for. */
  readonly about: {
    readonly vendor: string;
    readonly tags: readonly string[];
    readonly collectionIds: readonly string[];
  } | null;
};

const typeNames: Record<GoodsKind, string> = {
  product: "Product",
  variant: "ProductVariant",
  collection: "Collection",
};

const byId = `#graphql
  query GoodsById($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on Product { id title handle }
      ... on ProductVariant { id displayName }
      ... on Collection { id title handle }
    }
  }
`;

const productsLike = `#graphql
  query ProductsLike($query: String!, $first: Int!) {
    products(first: $first, query: $query, sortKey: TITLE) {
      nodes { id title handle vendor tags collections(first: 20) { nodes { id } } }
    }
  }
`;

const collectionsLike = `#graphql
  query CollectionsLike($query: String!, $first: Int!) {
    collections(first: $first, query: $query, sortKey: TITLE) { nodes { id title handle } }
  }
`;

const variantsLike = `#graphql
  query VariantsLike($query: String!, $first: Int!) {
    products(first: $first, query: $query, sortKey: TITLE) {
      nodes { variants(first: 20) { nodes { id displayName } } }
    }
  }
`;

type Node =
  | GoodsByIdQuery["nodes"][number]
  | ProductsLikeQuery["products"]["nodes"][number]
  | CollectionsLikeQuery["collections"]["nodes"][number]
  | VariantsLikeQuery["products"]["nodes"][number]["variants"]["nodes"][number];
type GoodsNode = Extract<Node, { readonly id: string }>;

/** Shopify's limit of nodes per answer. */
const atOnce = 250;
const found = 20;

/**
 * Those of the named goods that exist. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `nodes` (read_products).
 */
export async function findGoods(
  shopDomain: string,
  named: readonly Pick<Goods, "kind" | "id">[],
): Promise<Goods[]> {
  const goods: Goods[] = [];
  for (let start = 0; start < named.length; start += atOnce) {
    const ids = named
      .slice(start, start + atOnce)
      .map(({ kind, id }) => `gid://shopify/${typeNames[kind]}/${id}`);
    const { nodes } = await adminGraphql(shopDomain, byId, { ids });
    goods.push(...nodes.flatMap(readNode));
  }
  return goods;
}

/**
 * Goods whose titles have words that begin with those of `text`. Without a text, the first ones by title.
 * Never inside a transaction.
 * @throws PlatformError
 */
export async function searchGoods(shopDomain: string, kind: GoodsKind, text: string): Promise<Goods[]> {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const query = words.map((word) => `title:${word}*`).join(" AND ");
  const variables = { query, first: found };
  if (kind === "product") {
    const { products } = await adminGraphql(shopDomain, productsLike, variables);
    return products.nodes.flatMap(readNode);
  }
  if (kind === "collection") {
    const answer = await adminGraphql(shopDomain, collectionsLike, variables);
    return answer.collections.nodes.flatMap(readNode);
  }
  const { products } = await adminGraphql(shopDomain, variantsLike, variables);
  return products.nodes.flatMap((product) => product.variants.nodes).flatMap(readNode);
}

function readNode(node: Node): Goods[] {
  if (!node || !("id" in node)) return [];
  const [, type = ""] = /^gid:\/\/shopify\/(\w+)\//.exec(node.id) ?? [];
  const kind = goodsKinds.find((one) => typeNames[one] === type);
  if (!kind) return [];
  const title = "title" in node ? node.title : node.displayName;
  return [{ kind, id: digitsOf(node.id), title, path: pathOf(kind, node), about: aboutOf(node) }];
}

function pathOf(kind: GoodsKind, node: GoodsNode): string | null {
  if (!("handle" in node) || kind === "variant") return null;
  return `/${kind === "product" ? "products" : "collections"}/${encodeURIComponent(node.handle)}`;
}

function aboutOf(node: GoodsNode): Goods["about"] {
  if (!("vendor" in node)) return null;
  const { vendor, tags, collections } = node;
  return { vendor, tags, collectionIds: collections.nodes.map((one) => digitsOf(one.id)) };
}
