import type { DiscountClass, DiscountDetails, DiscountValue } from "../../domain/codes/discount.ts";
import { parseDecimal, toDecimal } from "../../domain/money.ts";
import { toPercent } from "../../domain/rate.ts";
import { digitsOf } from "./digits.ts";

/** What an app reads of a discount, whichever kind it is. `codesCount` says whether it has one code or many. */
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

type Amount = { amount: string; currencyCode: string };
type Ids = { nodes: { id: string }[] };

/** A discount as the fragments above answer it; what a kind has not is missing. */
export type DiscountAnswer = {
  title: string;
  status: string;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  appliesOncePerCustomer?: boolean;
  asyncUsageCount: number;
  tags: string[];
  codesCount: { count: number } | null;
  combinesWith?: { orderDiscounts: boolean; productDiscounts: boolean; shippingDiscounts: boolean };
  minimumRequirement?: {
    greaterThanOrEqualToQuantity?: string;
    greaterThanOrEqualToSubtotal?: Amount;
  } | null;
  customerGets?: {
    value: { percentage?: number; amount?: Amount; appliesOnEachItem?: boolean };
    items: { products?: Ids; collections?: Ids };
  };
  __typename: string;
};

/** A discount of the store as the platform has it now. */
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

/** A discount from its answer; `id` is the global id of its node. */
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
      oncePerCustomer: answer.appliesOncePerCustomer ?? false,
      combinesWith: classesOf(answer),
      timesUsed: answer.asyncUsageCount,
    },
    tags: answer.tags,
    codesCount: answer.codesCount?.count ?? 0,
  };
}

function valueOf({ __typename, customerGets }: DiscountAnswer): DiscountValue {
  if (__typename === "DiscountCodeFreeShipping") return { kind: "free-shipping" };
  const value = customerGets?.value;
  if (value?.percentage !== undefined) {
    // The platform writes a fraction of one; basis points are as fine as percents with two decimals.
    return { kind: "percentage", percent: toPercent(Math.round(value.percentage * 10_000)) };
  }
  if (!value?.amount) return { kind: "other" };
  return { kind: "amount", amount: decimalOf(value.amount), eachItem: value.appliesOnEachItem ?? false };
}

function scopeOf({ customerGets }: DiscountAnswer): DiscountDetails["scope"] {
  const { products, collections } = customerGets?.items ?? {};
  if (products) return { kind: "products", ids: idsOf(products) };
  return collections ? { kind: "collections", ids: idsOf(collections) } : { kind: "all", ids: [] };
}

function idsOf({ nodes }: Ids): string[] {
  return nodes.map((one) => digitsOf(one.id));
}

function minimumOf({ minimumRequirement }: DiscountAnswer): DiscountDetails["minimum"] {
  const { greaterThanOrEqualToQuantity: quantity, greaterThanOrEqualToSubtotal: subtotal } =
    minimumRequirement ?? {};
  if (quantity !== undefined) return { kind: "quantity", quantity: Number(quantity) };
  return subtotal ? { kind: "subtotal", amount: decimalOf(subtotal) } : { kind: "none" };
}

/** The platform writes "5.0"; people read the digits of the currency. */
function decimalOf({ amount, currencyCode }: Amount): string {
  return toDecimal(parseDecimal(amount, currencyCode));
}

function classesOf({ combinesWith }: DiscountAnswer): DiscountClass[] {
  const classes: DiscountClass[] = [];
  if (combinesWith?.orderDiscounts) classes.push("order");
  if (combinesWith?.productDiscounts) classes.push("product");
  if (combinesWith?.shippingDiscounts) classes.push("shipping");
  return classes;
}
