import { customerIdOf } from "./names.ts";
import { discountOf, piecesLeft, type SoldLine, type SoldOrder, type SoldRefund } from "./sold-order.ts";

const digits: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

/** An amount as the platform writes it. */
function decimal(minor: bigint, currency: string): string {
  const places = digits[currency] ?? 2;
  const text = (minor < 0n ? -minor : minor).toString().padStart(places + 1, "0");
  const [whole, part] = [text.slice(0, text.length - places), text.slice(text.length - places)];
  return `${minor < 0n ? "-" : ""}${whole}${places > 0 ? `.${part}` : ""}`;
}

/** Both moneys of an amount; the shopper's is another number in another currency. */
function setIn(order: SoldOrder) {
  const { currency, presentmentCurrency } = order;
  return (minor: bigint) => ({
    shop_money: { amount: decimal(minor, currency), currency_code: currency },
    presentment_money: {
      amount: presentmentCurrency === currency ? decimal(minor, currency) : decimal(minor * 2n + 1n, "USD"),
      currency_code: presentmentCurrency,
    },
  });
}

/** The body of an `orders/*` delivery. */
export function bodyOf(order: SoldOrder): Record<string, unknown> {
  const { currency } = order;
  const set = setIn(order);
  const tipLines = order.lines.filter((one) => one.tip).map((one) => one.priceMinor * BigInt(one.quantity));
  const tips = tipLines.reduce((total, one) => total + one, order.tipMinor);
  return {
    id: Number(order.id),
    name: `#${order.id}`,
    currency,
    presentment_currency: order.presentmentCurrency,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    test: order.test,
    financial_status: order.financialStatus,
    fulfillment_status: order.fulfilledAt === null && !order.isSentUnlisted ? null : "fulfilled",
    fulfillments: order.fulfilledAt === null ? [] : [{ created_at: order.fulfilledAt, status: "success" }],
    shipping_address: order.countryCode === null ? null : { country_code: order.countryCode },
    source_name: order.sourceName,
    tags: order.typedCodes.join(", "),
    taxes_included: order.taxesIncluded,
    checkout_token: order.checkoutToken,
    landing_site: order.landingSite,
    payment_gateway_names: order.isPaidByGiftCard ? ["gift_card"] : ["shopify_payments"],
    note_attributes: [],
    discount_codes: order.discountCodes.map((code) => ({ code, amount: "0.00", type: "percentage" })),
    discount_applications: order.discountCodes.map((code) => ({ type: "discount_code", code })),
    line_items: order.lines.map((line) => lineBody(line, order)),
    shipping_lines: order.shipping.map((one) => ({
      id: Number(one.id),
      title: "Post",
      price: decimal(one.priceMinor, currency),
      price_set: set(one.priceMinor),
      tax_lines: one.taxMinor === 0n ? [] : [{ price_set: set(one.taxMinor) }],
    })),
    total_tip_received: decimal(tips, currency),
    original_total_duties_set: order.dutiesMinor === 0n ? null : set(order.dutiesMinor),
    email: order.email,
    customer: order.email === null ? null : { id: Number(customerIdOf(order.email)), email: order.email },
    refunds: order.refunds.map((one) => refundBody(one, order)),
  };
}

const asNumber = (id: string | null) => (id === null ? null : Number(id));

function lineBody(line: SoldLine, order: SoldOrder) {
  const set = setIn(order);
  return {
    id: Number(line.id),
    title: "Goods",
    quantity: line.quantity,
    current_quantity: piecesLeft(line),
    price: decimal(line.priceMinor, order.currency),
    price_set: set(line.priceMinor),
    total_discount_set: set(discountOf(line)),
    gift_card: line.giftCard,
    ...(line.tip ? { tip: { payment_gateway: "shopify_payments" } } : {}),
    product_id: asNumber(line.productId),
    variant_id: line.productId === null ? null : Number(`${line.productId}1`),
    sku: line.sku,
    vendor: line.vendor,
    selling_plan_id: asNumber(line.sellingPlan),
    discount_allocations: line.discounts.map((minor, index) => ({
      amount_set: set(minor),
      discount_application_index: index,
    })),
    // Two taxes on one line are two entries.
    tax_lines:
      line.taxMinor < 2n
        ? [{ price_set: set(line.taxMinor) }]
        : [{ price_set: set(1n) }, { price_set: set(line.taxMinor - 1n) }],
  };
}

/** A refund within its order, and the body of `refunds/create`. */
export function refundBody(refund: SoldRefund, order: SoldOrder): Record<string, unknown> {
  const set = setIn(order);
  const status = { success: "success", pending: "pending", failed: "failure" }[refund.status];
  const wasPaid = refund.lines.length > 0 || refund.adjustments.length > 0 || refund.shipping.length > 0;
  return {
    id: Number(refund.id),
    order_id: Number(order.id),
    created_at: refund.createdAt,
    processed_at: refund.createdAt,
    ...(refund.isFromPos ? { user_id: 12, note: "At the till" } : {}),
    restock: refund.isRestocked,
    refund_line_items: refund.lines.map((line) => ({
      line_item_id: Number(line.lineId),
      quantity: line.quantity,
      restock_type: refund.isRestocked ? "return" : "no_restock",
      subtotal: Number(decimal(line.subtotalMinor, order.currency)),
      subtotal_set: set(line.subtotalMinor),
      total_tax: Number(decimal(line.taxMinor, order.currency)),
      total_tax_set: set(line.taxMinor),
    })),
    refund_shipping_lines: refund.shipping.map((one) => ({
      ...(one.shippingId === null ? {} : { shipping_line_id: Number(one.shippingId) }),
      subtotal_amount_set: set(one.subtotalMinor),
      tax_amount_set: set(one.taxMinor),
    })),
    order_adjustments: refund.adjustments.map((one) => ({
      kind: one.kind === "discrepancy" ? "refund_discrepancy" : "shipping_refund",
      amount_set: set(one.amountMinor),
      tax_amount_set: set(one.taxMinor),
    })),
    transactions: wasPaid ? [{ kind: "refund", status, currency: order.presentmentCurrency }] : [],
  };
}
