import { chooseDiscounts, type ChosenDiscount } from "./choose-discounts.ts";
import { parseAmount } from "./money.ts";
import { priceOrder, type DiscountToApply, type PricedOrder } from "./order-maths.ts";
import { CommerceRefusal } from "./refusal.ts";
import type { ShopCommerce } from "./shop-commerce.ts";
import type { Discount, Product, SellingPlan, ShippingOption, Variant } from "./types.ts";

export interface WantedLine {
  variantId: number;
  quantity: number;
  properties?: Record<string, string>;
  sellingPlanId?: number;
}

export interface QuotedLine {
  product: Product;
  variant: Variant;
  quantity: number;
  properties: Record<string, string>;
  sellingPlan: SellingPlan | null;
}

export interface QuoteRequest {
  lines: WantedLine[];
  codes: string[];
  /** Code of the shipping option; undefined takes the first, null means that none is chosen yet. */
  shipping?: string | null | undefined;
  /** Decimal amount in shop currency. */
  tip?: string | undefined;
  email: string | null;
  now: Date;
}

export interface Quote {
  lines: QuotedLine[];
  discounts: ChosenDiscount[];
  refused: { code: string; reason: string }[];
  shipping: ShippingOption | null;
  priced: PricedOrder;
}

/** Price of the cart. Throws a refusal for unknown products or shipping. Amounts are in shop currency. */
export function quoteCart(commerce: ShopCommerce, request: QuoteRequest): Quote {
  const { currency, taxesIncluded, taxRateBps, taxShipping } = commerce.settings;
  const lines = request.lines.map((line) => quotedLine(commerce, line));
  const { accepted, refused } = chooseDiscounts({
    discounts: commerce.discounts,
    collections: commerce.collections ?? [],
    codes: request.codes,
    goods: lines
      .filter((line) => !line.product.giftCard)
      .map(({ product, variant, quantity }) => ({
        productId: product.id,
        quantity,
        grossMinor: parseAmount(variant.price, currency) * BigInt(quantity),
      })),
    currency,
    email: request.email?.trim().toLowerCase() ?? null,
    now: request.now,
  });
  const shipping = chooseShipping(commerce, lines, request.shipping);
  const tipMinor = parseAmount(request.tip || "0", currency);
  if (tipMinor < 0n) throw new CommerceRefusal("A tip can't be below zero.");
  const priced = priceOrder({
    lines: lines.map((line) => ({
      productId: line.product.id,
      priceMinor: parseAmount(line.variant.price, currency),
      quantity: line.quantity,
      taxable: line.variant.taxable,
      giftCard: line.product.giftCard,
    })),
    discounts: accepted.map((discount) => toApply(discount, currency)),
    shippingMinor: shipping ? parseAmount(shipping.price, currency) : 0n,
    tipMinor,
    tax: { included: taxesIncluded, rateBps: taxRateBps, onShipping: taxShipping },
  });
  return { lines, discounts: accepted, refused, shipping, priced };
}

/** The product and variant of a variant id, or null. */
export function findVariant(
  commerce: ShopCommerce,
  variantId: number,
): { product: Product; variant: Variant } | null {
  for (const product of commerce.products) {
    const variant = product.variants.find((each) => each.id === variantId);
    if (variant) return { product, variant };
  }
  return null;
}

/** The subscriptions that a product can be bought by. */
export function plansOf(commerce: ShopCommerce, productId: number): SellingPlan[] {
  return (commerce.sellingPlans ?? []).filter((plan) => plan.productIds.includes(productId));
}

function quotedLine(commerce: ShopCommerce, line: WantedLine): QuotedLine {
  const found = findVariant(commerce, line.variantId);
  if (!found) throw new CommerceRefusal(`There is no variant ${line.variantId}.`);
  if (!Number.isSafeInteger(line.quantity) || line.quantity < 1 || line.quantity > 1_000_000) {
    throw new CommerceRefusal("A quantity is a whole number from 1 to 1,000,000.");
  }
  const { quantity, properties = {}, sellingPlanId } = line;
  if (sellingPlanId === undefined) return { ...found, quantity, properties, sellingPlan: null };
  const sellingPlan = plansOf(commerce, found.product.id).find((plan) => plan.id === sellingPlanId);
  if (!sellingPlan) throw new CommerceRefusal(`${found.product.title} is not sold by that subscription.`);
  return { ...found, quantity, properties, sellingPlan };
}

function chooseShipping(
  commerce: ShopCommerce,
  lines: QuotedLine[],
  wanted: string | null | undefined,
): ShippingOption | null {
  if (wanted === null || !lines.some((line) => line.variant.requiresShipping)) return null;
  const options = commerce.settings.shippingOptions;
  if (wanted === undefined) return options[0] ?? null;
  const option = options.find((each) => each.code === wanted);
  if (!option) throw new CommerceRefusal(`There is no shipping option "${wanted}".`);
  return option;
}

function toApply(discount: Discount, currency: string): DiscountToApply {
  if (discount.kind === "free_shipping") return { kind: "free_shipping" };
  const { productIds } = discount;
  if (discount.kind === "percentage") {
    return { kind: "percentage", percentageBps: discount.percentageBps, productIds };
  }
  const amountMinor = parseAmount(discount.amount, currency);
  return { kind: "fixed_amount", amountMinor, eachItem: discount.appliesOnEachItem, productIds };
}
