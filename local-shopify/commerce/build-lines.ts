import { formatAmount, moneySet, parseAmount, sum, type Tender } from "./money.ts";
import type { PricedPart } from "./order-maths.ts";
import type { QuotedLine, Quote } from "./quote.ts";
import type {
  CommerceSettings,
  Discount,
  DiscountAllocation,
  DiscountApplication,
  LineItem,
  OrderDiscountCode,
  ShippingLine,
  TaxLine,
} from "./types.ts";

export interface LineContext {
  settings: CommerceSettings;
  tender: Tender;
  nextId: () => number;
}

export function buildLineItem(line: QuotedLine, priced: PricedPart, context: LineContext): LineItem {
  const { product, variant, quantity } = line;
  const { tender } = context;
  const id = context.nextId();
  const variantTitle = variant.title === "Default Title" ? null : variant.title;
  return {
    id,
    admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
    attributed_staffs: [],
    current_quantity: quantity,
    fulfillable_quantity: quantity,
    fulfillment_service: product.giftCard ? "gift_card" : "manual",
    fulfillment_status: null,
    gift_card: product.giftCard,
    grams: variant.grams,
    name: variantTitle ? `${product.title} - ${variantTitle}` : product.title,
    price: formatAmount(parseAmount(variant.price, tender.currency), tender.currency),
    price_set: moneySet(parseAmount(variant.price, tender.currency), tender),
    product_exists: true,
    product_id: product.id,
    properties: Object.entries(line.properties).map(([name, value]) => ({ name, value })),
    quantity,
    requires_shipping: variant.requiresShipping,
    sales_line_item_group_id: null,
    selling_plan_id: line.sellingPlan?.id ?? null,
    sku: variant.sku,
    taxable: variant.taxable,
    title: product.title,
    // The platform leaves a line's own total at zero when the discount came from a code: the truth is in
    // the allocations.
    total_discount: formatAmount(0n, tender.currency),
    total_discount_set: moneySet(0n, tender),
    variant_id: variant.id,
    variant_inventory_management: "shopify",
    variant_title: variantTitle,
    vendor: product.vendor,
    tax_lines: variant.taxable ? [taxLine(priced.taxMinor, context)] : [],
    duties: [],
    discount_allocations: discountAllocations(priced, tender),
  };
}

export function buildShippingLines(quote: Quote, context: LineContext): ShippingLine[] {
  const { shipping, priced } = quote;
  const { tender, settings } = context;
  if (!shipping) return [];
  const part = priced.shipping;
  return [
    {
      id: context.nextId(),
      carrier_identifier: null,
      code: shipping.code,
      current_discounted_price_set: moneySet(part.netMinor, tender),
      discounted_price: formatAmount(part.netMinor, tender.currency),
      discounted_price_set: moneySet(part.netMinor, tender),
      is_removed: false,
      phone: null,
      price: formatAmount(part.grossMinor, tender.currency),
      price_set: moneySet(part.grossMinor, tender),
      requested_fulfillment_service_id: null,
      source: "shopify",
      title: shipping.title,
      tax_lines: settings.taxShipping && part.grossMinor > 0n ? [taxLine(part.taxMinor, context)] : [],
      discount_allocations: discountAllocations(part, tender),
    },
  ];
}

export function taxLine(minor: bigint, { settings, tender }: LineContext): TaxLine {
  return {
    channel_liable: false,
    price: formatAmount(minor, tender.currency),
    price_set: moneySet(minor, tender),
    rate: settings.taxRateBps / 10_000,
    title: settings.taxTitle,
  };
}

export function discountApplication(discount: Discount, currency: string): DiscountApplication {
  const isPercentage = discount.kind !== "fixed_amount";
  const bps = discount.kind === "free_shipping" ? 10_000 : discount.percentageBps;
  const amount = formatAmount(parseAmount(discount.amount, currency), currency);
  return {
    target_type: discount.kind === "free_shipping" ? "shipping_line" : "line_item",
    type: "discount_code",
    value: isPercentage ? percentText(bps) : amount,
    value_type: isPercentage ? "percentage" : "fixed_amount",
    allocation_method: discount.appliesOnEachItem ? "each" : "across",
    target_selection: discount.productIds ? "entitled" : "all",
    code: discount.code,
  };
}

/** The order-level entry shows a code even where only one line was entitled to it, as the platform does. */
export function orderDiscountCode(discount: Discount, minor: bigint, currency: string): OrderDiscountCode {
  return {
    code: discount.code,
    amount: formatAmount(minor, currency),
    type: discount.kind === "free_shipping" ? "shipping" : discount.kind,
  };
}

/** Tax of the whole order as one line, or none where nothing was taxable. */
export function orderTaxLines(parts: { tax_lines: TaxLine[] }[], context: LineContext): TaxLine[] {
  const lines = parts.flatMap((part) => part.tax_lines);
  if (lines.length === 0) return [];
  return [taxLine(sum(lines.map((line) => parseAmount(line.price, context.tender.currency))), context)];
}

function discountAllocations(part: PricedPart, tender: Tender): DiscountAllocation[] {
  return part.allocations.map(({ discount, minor }) => ({
    amount: formatAmount(minor, tender.currency),
    amount_set: moneySet(minor, tender),
    discount_application_index: discount,
  }));
}

/** 1000 basis points read "10.0", 1250 read "12.5". */
function percentText(bps: number): string {
  const text = formatAmount(BigInt(bps), "USD");
  return text.endsWith("0") ? text.slice(0, -1) : text;
}
