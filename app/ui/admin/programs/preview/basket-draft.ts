import type { MoneyDraft } from "../terms/draft.ts";

export type BasketLineDraft = {
  title: string;
  price: MoneyDraft;
  quantity: string;
  discount: MoneyDraft;
  tax: MoneyDraft;
  productId: string | null;
  variantId: string | null;
  sku: string | null;
  vendor: string | null;
  tags: readonly string[];
  collectionIds: readonly string[];
  subscription: boolean;
  giftCard: boolean;
};

/** The imagined order as it is typed, in the form of the API. */
export type BasketDraft = {
  lines: BasketLineDraft[];
  shipping: MoneyDraft;
  tip: MoneyDraft;
  duties: MoneyDraft;
  taxesIncluded: boolean;
  discountCodes: string[];
  customerTags: string[];
  affiliateTags: string[];
  country: string | null;
  channel: string | null;
  subId: string | null;
  customerOrder: string;
  monthsSinceFirst: string;
  reached: { orders: string; sales: MoneyDraft };
};

/** A line that is bought once, at a price. */
export function newLine(title: string, price: string, currencyCode: string): BasketLineDraft {
  const nothing = { amount: "0", currencyCode };
  return {
    title,
    price: { amount: price, currencyCode },
    quantity: "1",
    discount: nothing,
    tax: nothing,
    productId: null,
    variantId: null,
    sku: null,
    vendor: null,
    tags: [],
    collectionIds: [],
    subscription: false,
    giftCard: false,
  };
}

/** Two pieces for a hundred together, by a new customer. */
export function newBasket(currencyCode: string): BasketDraft {
  const nothing = { amount: "0", currencyCode };
  return {
    lines: [{ ...newLine("First product", "50", currencyCode), quantity: "2" }],
    shipping: nothing,
    tip: nothing,
    duties: nothing,
    taxesIncluded: false,
    discountCodes: [],
    customerTags: [],
    affiliateTags: [],
    country: null,
    channel: null,
    subId: null,
    customerOrder: "1",
    monthsSinceFirst: "0",
    reached: { orders: "0", sales: nothing },
  };
}
