import { formatAmount, moneySet, parseAmount, shopMinor, sum, type Tender } from "./money.ts";
import type { FinancialStatus, Order } from "./order-types.ts";
import {
  chargedMinor,
  isPaid,
  lineLeft,
  movedMoney,
  paidMinor,
  refundEffect,
  shippingLeft,
} from "./refund-maths.ts";

/**
 * Brings everything an order says about its present (quantities, `current_*`, status, what is outstanding)
 * in line with its refunds and its cancellation. What it says about its beginning is never touched.
 */
export function refreshOrder(order: Order, tender: Tender): void {
  refreshFulfilment(order);
  const now = order.cancelled_at ? NOTHING_LEFT : currentTotals(order);
  const text = (minor: bigint): string => formatAmount(minor, tender.currency);
  const set = (minor: bigint) => moneySet(minor, tender);
  order.current_subtotal_price = text(now.subtotal);
  order.current_subtotal_price_set = set(now.subtotal);
  order.current_total_discounts = text(now.discounts);
  order.current_total_discounts_set = set(now.discounts);
  order.current_total_tax = text(now.tax);
  order.current_total_tax_set = set(now.tax);
  order.current_total_price = text(now.total);
  order.current_total_price_set = set(now.total);
  order.current_shipping_price_set = set(now.shipping);
  for (const line of order.shipping_lines) line.current_discounted_price_set = set(now.shipping);
  order.financial_status = statusOf(order);
  if (order.financial_status === "pending") order.total_outstanding = text(now.total);
}

/** Updates the pieces still to be fulfilled. Returned and removed pieces come from the unfulfilled ones first. */
function refreshFulfilment(order: Order): void {
  for (const line of order.line_items) {
    const sent = sentQuantity(order, line.id);
    line.fulfillable_quantity = Math.max(0, line.current_quantity - sent);
    if (sent === 0) line.fulfillment_status = null;
    else line.fulfillment_status = line.fulfillable_quantity === 0 ? "fulfilled" : "partial";
  }
  const left = order.line_items.some((line) => line.fulfillable_quantity > 0);
  if (order.line_items.every((line) => line.fulfillment_status === null)) order.fulfillment_status = null;
  else order.fulfillment_status = left ? "partial" : "fulfilled";
}

/** How many pieces of a line were sent. */
export function sentQuantity(order: Order, lineItemId: number): number {
  return order.fulfillments
    .filter((each) => each.status === "success")
    .flatMap((each) => each.line_items)
    .filter((line) => line.id === lineItemId)
    .reduce((count, line) => count + line.quantity, 0);
}

interface CurrentTotals {
  subtotal: bigint;
  discounts: bigint;
  tax: bigint;
  shipping: bigint;
  total: bigint;
}

const NOTHING_LEFT: CurrentTotals = { subtotal: 0n, discounts: 0n, tax: 0n, shipping: 0n, total: 0n };

function currentTotals(order: Order): CurrentTotals {
  const lines = order.line_items.map(lineLeft);
  const shipping = shippingLeft(order);
  const onShipping = order.shipping_lines.flatMap((line) => line.discount_allocations);
  return {
    subtotal: sum(lines.map((line) => line.netMinor)),
    discounts:
      sum(lines.map((line) => line.discountMinor)) +
      sum(onShipping.map((part) => shopMinor(part.amount_set))),
    tax: sum(lines.map((line) => line.taxMinor)) + shipping.taxMinor,
    shipping: shipping.netMinor,
    total:
      chargedMinor(order) - sum(order.refunds.map((refund) => refundEffect(refund, order.taxes_included))),
  };
}

function statusOf(order: Order): FinancialStatus {
  if (!isPaid(order)) return order.cancelled_at ? "voided" : order.financial_status;
  const moved = sum(order.refunds.map((refund) => movedMoney(order, refund, false)));
  const outstanding = parseAmount(order.total_outstanding, order.currency);
  if (moved <= 0n) return outstanding > 0n ? "partially_paid" : "paid";
  return moved >= paidMinor(order) ? "refunded" : "partially_refunded";
}
