import type { AffiliateId } from "./ids.ts";
import { noProgress, type Progress } from "./inputs.ts";
import type { LineFacts, OrderFacts } from "./order.ts";
import { fallbackKey, type ProgramTerms } from "./terms/terms.ts";
import type { Evidence } from "./attribution.ts";
import { unseenFacts } from "./unseen-facts.ts";

/** Middle of a month at noon: whole months before it are the same day of other months, in every time zone. */
const soldIn = { year: 2026, month: 6 };

export type BasketLine = {
  readonly title: string;
  /** Of one piece, in minor units of the shop's currency, as all amounts here. */
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

/** An order that somebody imagines, to see what terms would pay for it. */
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
  /** What stood behind the link that was followed; null where no link was. */
  readonly subId: string | null;
  /** 1 for a new customer; of this affiliate's orders with the customer the same. */
  readonly customerOrder: number;
  readonly monthsSinceFirst: number;
  /** What the affiliate had reached in the program before it. */
  readonly reached: { readonly orders: number; readonly salesMinor: bigint };
};

/** The basket as facts of a paid order. @throws nothing */
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
        : [{ id: "1", title: "Shipping", priceMinor: basket.shippingMinor, taxMinor: 0n }],
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

/** What the basket says of other orders, for each pay with tiers alike. */
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

/** What led to the basket, where its terms may ask for it; to whom it led does not matter. */
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

/** No product of a store has a number that begins with zero. */
function inventedProduct(index: number): string {
  return `0${index + 1}`;
}

function instantOf(monthsBefore: number): string {
  const months = soldIn.year * 12 + soldIn.month - 1 - monthsBefore;
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}-15T12:00:00Z`;
}
