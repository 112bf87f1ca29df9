import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type { CodesOfDiscountQuery, CodesOfDiscountQueryVariables } from "./admin-types.generated.ts";
import { discountFields, readDiscountAnswer, type PlatformDiscount } from "./discount-answer.ts";

const byId = `#graphql
  query DiscountById($id: ID!) {
    node(id: $id) {
      __typename
      ... on DiscountCodeNode {
        id
        codeDiscount { __typename ...BasicFields ...ShippingFields ...BuyFields ...AppFields }
      }
    }
  }
  ${discountFields}
` as const;

const byCode = `#graphql
  query DiscountByCode($code: String!) {
    codeDiscountNodeByCode(code: $code) {
      id
      codeDiscount { __typename ...BasicFields ...ShippingFields ...BuyFields ...AppFields }
    }
  }
  ${discountFields}
` as const;

const codesPage = `#graphql
  query CodesOfDiscount($id: ID!, $after: String) {
    node(id: $id) {
      __typename
      ... on DiscountCodeNode {
        codeDiscount {
          __typename
          ... on DiscountCodeBasic {
            codes(first: 250, after: $after, sortKey: ID) {
              nodes { id code asyncUsageCount }
              pageInfo { hasNextPage endCursor }
            }
          }
          ... on DiscountCodeFreeShipping {
            codes(first: 250, after: $after, sortKey: ID) {
              nodes { id code asyncUsageCount }
              pageInfo { hasNextPage endCursor }
            }
          }
          ... on DiscountCodeBxgy {
            codes(first: 250, after: $after, sortKey: ID) {
              nodes { id code asyncUsageCount }
              pageInfo { hasNextPage endCursor }
            }
          }
          ... on DiscountCodeApp {
            codes(first: 250, after: $after, sortKey: ID) {
              nodes { id code asyncUsageCount }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }
    }
  }
`;

const titledLike = `#graphql
  query DiscountsLike($query: String!, $first: Int!) {
    discountNodes(first: $first, query: $query, sortKey: CREATED_AT, reverse: true) {
      nodes {
        id
        discount {
          __typename
          ... on DiscountCodeBasic { title status summary codes(first: 10) { nodes { code } } }
          ... on DiscountCodeFreeShipping { title status summary codes(first: 10) { nodes { code } } }
          ... on DiscountCodeBxgy { title status summary codes(first: 10) { nodes { code } } }
          ... on DiscountCodeApp { title status codes(first: 10) { nodes { code } } }
        }
      }
    }
  }
`;

/** Global id of a discount from its digits. */
export function discountGid(discountId: string): string {
  return `gid://shopify/DiscountCodeNode/${discountId}`;
}

/**
 * A discount with codes, or null. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `node` (read_discounts).
 */
export async function readDiscount(shopDomain: string, discountId: string): Promise<PlatformDiscount | null> {
  const { node } = await adminGraphql(shopDomain, byId, { id: discountGid(discountId) });
  return node && "codeDiscount" in node ? readDiscountAnswer(node.id, node.codeDiscount) : null;
}

/**
 * The discount with this code in any case, or null. Never inside a transaction.
 * @throws PlatformError. Source: Admin API, `codeDiscountNodeByCode` (read_discounts).
 */
export async function findDiscountByCode(shopDomain: string, code: string): Promise<PlatformDiscount | null> {
  const { codeDiscountNodeByCode: node } = await adminGraphql(shopDomain, byCode, { code });
  return node ? readDiscountAnswer(node.id, node.codeDiscount) : null;
}

export type RedeemCode = { readonly id: string; readonly code: string; readonly usageCount: number };

/** Pages of 250. Further codes of larger discounts are not read. */
const mostPages = 100;

/**
 * All codes of a discount with their global ids. Null if the store has no such discount.
 * @throws PlatformError. Source: Admin API, `codes` of each kind (read_discounts).
 */
export async function readRedeemCodes(shopDomain: string, discountId: string): Promise<RedeemCode[] | null> {
  const found: RedeemCode[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const variables: CodesOfDiscountQueryVariables = { id: discountGid(discountId), after };
    const { node }: CodesOfDiscountQuery = await adminGraphql(shopDomain, codesPage, variables);
    if (!node || !("codeDiscount" in node)) return null;
    const { nodes, pageInfo } = node.codeDiscount.codes;
    for (const { id, code, asyncUsageCount } of nodes) found.push({ id, code, usageCount: asyncUsageCount });
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return found;
}

/** A discount of the store with its first code, to choose from. */
export type DiscountOffer = {
  readonly discountId: string;
  readonly title: string;
  readonly summary: string;
  readonly status: "active" | "scheduled" | "expired";
  readonly codes: readonly string[];
};

/**
 * Discounts whose titles have words that begin with those of `text`, newest first. Without a text, the
 * newest.
 * @throws PlatformError. Source: Admin API, `discountNodes` (read_discounts).
 */
export async function searchDiscounts(shopDomain: string, text: string): Promise<DiscountOffer[]> {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return await findOffers(shopDomain, words.map((word) => `title:${word}*`).join(" AND "), 20);
}

/** The newest discounts with this tag. @throws PlatformError */
export async function taggedDiscounts(shopDomain: string, tag: string): Promise<DiscountOffer[]> {
  return await findOffers(shopDomain, `tag:${tag}`, 50);
}

async function findOffers(shopDomain: string, query: string, first: number): Promise<DiscountOffer[]> {
  const { discountNodes } = await adminGraphql(shopDomain, titledLike, { query, first });
  return discountNodes.nodes.flatMap(({ id, discount }) => {
    // Discounts without codes are listed too, but have nothing to assign.
    if (!("codes" in discount)) return [];
    const status = statuses.find((one) => one === discount.status.toLowerCase()) ?? "expired";
    const codes = discount.codes.nodes.map((one) => one.code);
    const summary = "summary" in discount ? discount.summary : "";
    return [{ discountId: digitsOf(id), title: discount.title, summary, status, codes }];
  });
}

const statuses = ["active", "scheduled", "expired"] as const;
