import type { Evidence } from "./attribution.ts";
import type { AffiliateId } from "./ids.ts";
import { noProgress, type Progress } from "./inputs.ts";
import type { LineFacts, OrderFacts } from "./order.ts";
import { fallbackKey, type ProgramTerms } from "./terms/terms.ts";

/**
 * Month of the sample order, which is placed on the 15th at noon. Whole months earlier are then the same day in
 * every time zone.
 */
const soldIn = { year: 2026, month: 6 };

type BasketLine = {
  readonly title: string;
  /** Price per piece, in minor units of the shop's currency, like all amounts here. */
  readonly priceMinor: bigint;
  readonly quantity: number;
  readonly discountMinor: bigint;
  readonly taxMinor: bigint;
  readonly productId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  readonly vendor: string | null;
  readonly tags: readonly string[];
  readonly collectionIds: readonly string[];
  readonly subscription: boolean;
  readonly giftCard: boolean;
};

/** A sample order that a person enters to preview terms. */
export type Basket = {
  readonly lines: readonly BasketLine[];
  readonly shippingMinor: bigint;
  readonly tipMinor: bigint;
  readonly dutiesMinor: bigint;
  readonly taxesIncluded: boolean;
  readonly discountCodes: readonly string[];
  readonly customerTags: readonly string[];
  readonly affiliateTags: readonly string[];
  readonly country: string | null;
  readonly channel: string | null;
  /** Sub-id of the link that led to the order. Null without a link. */
  readonly subId: string | null;
  /** 1 for a new customer. Also used as the customer's order number with this affiliate. */
  readonly customerOrder: number;
  readonly monthsSinceFirst: number;
  /** Orders and sales of the affiliate in the program before this order. */
  readonly reached: { readonly orders: number; readonly salesMinor: bigint };
};

/**
 * Facts of a paid order with this basket.
 * @throws nothing
 */
export function basketFacts(basket: Basket, currency: string): OrderFacts {
  const soldAt = instantOf(0);
  return {
    ...unseenFacts("1", currency),
    name: "#1001",
    createdAt: soldAt,
    updatedAt: soldAt,
    paidAt: soldAt,
    financialStatus: "paid",
    sourceName: basket.channel,
    taxesIncluded: basket.taxesIncluded,
    lines: basket.lines.map((line, index) => lineFacts(line, index)),
    shipping:
      basket.shippingMinor === 0n
        ? []
        : [{ id: "1", title: "", priceMinor: basket.shippingMinor, taxMinor: 0n }],
    tipMinor: basket.tipMinor,
    dutiesMinor: basket.dutiesMinor,
    discountCodes: basket.discountCodes,
    customerOrderIndex: basket.customerOrder,
    countryCode: basket.country,
    catalog: {
      readAt: soldAt,
      products: Object.fromEntries(
        basket.lines.map(({ tags, collectionIds }, index) => [
          productOf(basket, index),
          { tags, collectionIds },
        ]),
      ),
      customerTags: basket.customerTags,
    },
  };
}

/** Progress that the basket states, the same for every rule with tiers. */
export function basketProgress(basket: Basket, terms: ProgramTerms): Progress {
  const keys = [...terms.rules.map((rule) => rule.id), fallbackKey];
  return {
    ...noProgress(),
    reached: Object.fromEntries(keys.map((key) => [key, basket.reached])),
    customerOrderIndex: basket.customerOrder,
    affiliateTags: basket.affiliateTags,
    customerOrder: { number: basket.customerOrder, firstAt: instantOf(basket.monthsSinceFirst) },
  };
}

/** A signal with the basket's sub-id, for terms that test it. The affiliate does not matter. */
export function basketEvidence({ subId }: Basket): Evidence | null {
  if (subId === null) return null;
  const affiliateId = "aff_preview" as AffiliateId;
  return { kind: "landing", affiliateId, at: null, programId: null, subId, code: "", parameter: "ref" };
}

function lineFacts(line: BasketLine, index: number): LineFacts {
  const { tags: _tags, collectionIds: _collections, productId, ...rest } = line;
  return {
    ...rest,
    id: String(index + 1),
    productId: productId ?? inventedProduct(index),
    currentQuantity: null,
    tip: false,
  };
}

function productOf(basket: Basket, index: number): string {
  return basket.lines[index]?.productId ?? inventedProduct(index);
}

/** Ids of real products never begin with zero. */
function inventedProduct(index: number): string {
  return `0${index + 1}`;
}

function instantOf(monthsBefore: number): string {
  const months = soldIn.year * 12 + soldIn.month - 1 - monthsBefore;
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}-15T12:00:00Z`;
}

/** Facts of an order that say nothing, for samples to begin with. */
export function unseenFacts(id: string, currency: string): OrderFacts {
  return {
    id,
    name: `#${id}`,
    currency,
    presentmentCurrency: currency,
    createdAt: "1970-01-01T00:00:00Z",
    updatedAt: "1970-01-01T00:00:00Z",
    cancelledAt: null,
    paidAt: null,
    fulfilledAt: null,
    deleted: false,
    test: false,
    financialStatus: "unknown",
    dispute: "none",
    sourceName: null,
    taxesIncluded: false,
    lines: [],
    linesAddedLater: [],
    shipping: [],
    tipMinor: 0n,
    dutiesMinor: 0n,
    discountCodes: [],
    clickAttribute: null,
    checkoutToken: null,
    landingSite: null,
    customerId: null,
    customerHash: null,
    customerOrderIndex: null,
    countryCode: null,
    catalog: null,
    refunds: [],
  };
}
