import { exponentOf, parseAmount } from "../commerce/money.ts";
import type { PricedPart } from "../commerce/order-maths.ts";
import type { QuotedLine } from "../commerce/quote.ts";
import type { Cart } from "../commerce/types.ts";
import { quoteOf } from "./cart.ts";
import type { Visit } from "./visit.ts";

/**
 * The cart as /cart.js answers it. Private attributes (`__`) are not in it; amounts are hundredths whatever
 * the currency, as the platform's Ajax API has them.
 */
export function cartJson(visit: Visit, cart: Cart): Record<string, unknown> {
  const quote = quoteOf(visit, cart);
  const { currency } = visit.commerce.settings;
  const visible = Object.entries(cart.attributes).filter(([name]) => !name.startsWith("__"));
  return {
    token: cart.token,
    note: cart.note,
    attributes: Object.fromEntries(visible),
    original_total_price: hundredths(quote.priced.lineItemsMinor, currency),
    total_price: hundredths(quote.priced.subtotalMinor, currency),
    total_discount: hundredths(quote.priced.discountsMinor, currency),
    total_weight: quote.lines.reduce((grams, line) => grams + line.variant.grams * line.quantity, 0),
    item_count: cart.lines.reduce((count, line) => count + line.quantity, 0),
    items: quote.priced.lines.flatMap((priced, index) => {
      const line = quote.lines[index];
      return line ? [itemJson(visit, line, { key: cart.lines[index]?.key, priced })] : [];
    }),
    requires_shipping: quote.lines.some((line) => line.variant.requiresShipping),
    currency,
    items_subtotal_price: hundredths(quote.priced.subtotalMinor, currency),
    discount_codes: cart.discountCodes.map((code) => ({
      code,
      applicable: quote.discounts.some((each) => each.code.toLowerCase() === code.toLowerCase()),
    })),
  };
}

function itemJson(
  visit: Visit,
  line: QuotedLine,
  { key, priced }: { key: string | undefined; priced: PricedPart },
): Record<string, unknown> {
  const { product, variant } = line;
  const { currency } = visit.commerce.settings;
  const variantTitle = variant.title === "Default Title" ? null : variant.title;
  const price = hundredths(parseAmount(variant.price, currency), currency);
  return {
    id: variant.id,
    key,
    properties: line.properties,
    quantity: line.quantity,
    variant_id: variant.id,
    title: variantTitle ? `${product.title} - ${variantTitle}` : product.title,
    price,
    original_price: price,
    original_line_price: hundredths(priced.grossMinor, currency),
    final_line_price: hundredths(priced.netMinor, currency),
    line_price: hundredths(priced.netMinor, currency),
    total_discount: hundredths(priced.grossMinor - priced.netMinor, currency),
    sku: variant.sku,
    grams: variant.grams,
    vendor: product.vendor,
    taxable: variant.taxable,
    product_id: product.id,
    gift_card: product.giftCard,
    url: `${visit.root}products/${product.handle}?variant=${variant.id}`,
    handle: product.handle,
    requires_shipping: variant.requiresShipping,
    product_type: product.type,
    product_title: product.title,
    product_description: product.description,
    variant_title: variantTitle,
    ...(line.sellingPlan
      ? {
          selling_plan_allocation: {
            price,
            compare_at_price: null,
            per_delivery_price: price,
            price_adjustments: [],
            selling_plan: {
              id: line.sellingPlan.id,
              name: line.sellingPlan.name,
              recurring_deliveries: true,
            },
          },
        }
      : {}),
  };
}

function hundredths(minor: bigint, currency: string): number {
  return (Number(minor) * 100) / 10 ** exponentOf(currency);
}
