import type { DiscountClass, DiscountDetails, DiscountValue } from "../../domain/codes/discount.ts";
import { parseDecimal, toDecimal, toPercent } from "../../domain/money.ts";
import type { DiscountByCodeQuery } from "./admin-types.generated.ts";
import { digitsOf } from "./admin-client.server.ts";

/** Fields of a discount of any kind. `codesCount` distinguishes a single code from many. */
export const discountFields = `#graphql
  fragment BasicFields on DiscountCodeBasic {
    title
    status
    startsAt
    endsAt
    usageLimit
    appliesOncePerCustomer
    asyncUsageCount
    tags
    codesCount { count }
    combinesWith { orderDiscounts productDiscounts shippingDiscounts }
    minimumRequirement {
      __typename
      ... on DiscountMinimumQuantity { greaterThanOrEqualToQuantity }
      ... on DiscountMinimumSubtotal { greaterThanOrEqualToSubtotal { amount currencyCode } }
    }
    customerGets {
      value {
        __typename
        ... on DiscountPercentage { percentage }
        ... on DiscountAmount { amount { amount currencyCode } appliesOnEachItem }
      }
      items {
        __typename
        ... on DiscountProducts { products(first: 100) { nodes { id } } }
        ... on DiscountCollections { collections(first: 100) { nodes { id } } }
      }
    }
  }
  fragment ShippingFields on DiscountCodeFreeShipping {
    title
    status
    startsAt
    endsAt
    usageLimit
    appliesOncePerCustomer
    asyncUsageCount
    tags
    codesCount { count }
    combinesWith { orderDiscounts productDiscounts shippingDiscounts }
    minimumRequirement {
      __typename
      ... on DiscountMinimumQuantity { greaterThanOrEqualToQuantity }
      ... on DiscountMinimumSubtotal { greaterThanOrEqualToSubtotal { amount currencyCode } }
    }
  }
  fragment BuyFields on DiscountCodeBxgy {
    title
    status
    startsAt
    endsAt
    usageLimit
    asyncUsageCount
    tags
    codesCount { count }
  }
  fragment AppFields on DiscountCodeApp {
    title
    status
    startsAt
    endsAt
    usageLimit
    appliesOncePerCustomer
    asyncUsageCount
    tags
    codesCount { count }
  }
`;

type Amount = { readonly amount: string; readonly currencyCode: string };

/** A discount in an answer with the fragments above. Fields that its kind lacks are missing. */
type DiscountAnswer = NonNullable<DiscountByCodeQuery["codeDiscountNodeByCode"]>["codeDiscount"];

/** A discount of the store as it is now. */
export type PlatformDiscount = {
  /** Digits of its id. */
  readonly discountId: string;
  readonly title: string;
  readonly status: "active" | "scheduled" | "expired";
  readonly details: DiscountDetails;
  readonly tags: readonly string[];
  readonly codesCount: number;
};

const statuses: Record<string, PlatformDiscount["status"]> = {
  ACTIVE: "active",
  SCHEDULED: "scheduled",
  EXPIRED: "expired",
};

/** Reads a discount from an answer. `id` is the global id of its node. */
export function readDiscountAnswer(id: string, answer: DiscountAnswer): PlatformDiscount {
  return {
    discountId: digitsOf(id),
    title: answer.title,
    status: statuses[answer.status] ?? "expired",
    details: {
      value: valueOf(answer),
      scope: scopeOf(answer),
      minimum: minimumOf(answer),
      startsAt: answer.startsAt,
      endsAt: answer.endsAt,
      usageLimit: answer.usageLimit,
      oncePerCustomer: "appliesOncePerCustomer" in answer && answer.appliesOncePerCustomer,
      combinesWith: classesOf(answer),
      timesUsed: answer.asyncUsageCount,
    },
    tags: answer.tags,
    codesCount: answer.codesCount?.count ?? 0,
  };
}

function valueOf(answer: DiscountAnswer): DiscountValue {
  if (answer.__typename === "DiscountCodeFreeShipping") return { kind: "free-shipping" };
  if (answer.__typename !== "DiscountCodeBasic") return { kind: "other" };
  const { value } = answer.customerGets;
  if ("percentage" in value) {
    // Shopify writes a fraction of one. Basis points are as fine as percents with two decimals.
    return { kind: "percentage", percent: toPercent(Math.round(value.percentage * 10_000)) };
  }
  if (!("amount" in value)) return { kind: "other" };
  return { kind: "amount", amount: decimalOf(value.amount), eachItem: value.appliesOnEachItem };
}

function scopeOf(answer: DiscountAnswer): DiscountDetails["scope"] {
  if (!("customerGets" in answer)) return { kind: "all", ids: [] };
  const { items } = answer.customerGets;
  if ("products" in items) return { kind: "products", ids: idsOf(items.products.nodes) };
  return "collections" in items
    ? { kind: "collections", ids: idsOf(items.collections.nodes) }
    : { kind: "all", ids: [] };
}

function idsOf(nodes: readonly { readonly id: string }[]): string[] {
  return nodes.map((one) => digitsOf(one.id));
}

function minimumOf(answer: DiscountAnswer): DiscountDetails["minimum"] {
  const minimum = "minimumRequirement" in answer ? answer.minimumRequirement : null;
  if (!minimum) return { kind: "none" };
  return "greaterThanOrEqualToQuantity" in minimum
    ? { kind: "quantity", quantity: Number(minimum.greaterThanOrEqualToQuantity) }
    : { kind: "subtotal", amount: decimalOf(minimum.greaterThanOrEqualToSubtotal) };
}

/** Shopify writes "5.0". Screens show the currency's decimals. */
function decimalOf({ amount, currencyCode }: Amount): string {
  return toDecimal(parseDecimal(amount, currencyCode));
}

function classesOf(answer: DiscountAnswer): DiscountClass[] {
  const combinesWith = "combinesWith" in answer ? answer.combinesWith : null;
  const classes: DiscountClass[] = [];
  if (combinesWith?.orderDiscounts) classes.push("order");
  if (combinesWith?.productDiscounts) classes.push("product");
  if (combinesWith?.shippingDiscounts) classes.push("shipping");
  return classes;
}
