import { parseAmount, presentmentMinor, scale, shopMinor, sum } from "./money.ts";
import type { Order, Refund, RefundLineItem } from "./order-types.ts";
import { CommerceRefusal } from "./refusal.ts";
import type { LineItem } from "./types.ts";

/** Amounts of a line after its discounts. The net includes the tax if prices do. */
export interface LineAmounts {
  netMinor: bigint;
  taxMinor: bigint;
  discountMinor: bigint;
}

/** Shop-money minor units of a whole line. */
export function lineAmounts(line: LineItem): LineAmounts {
  const discountMinor = sum(line.discount_allocations.map((part) => shopMinor(part.amount_set)));
  const grossMinor = shopMinor(line.price_set) * BigInt(line.quantity);
  return {
    netMinor: grossMinor - discountMinor,
    taxMinor: sum(line.tax_lines.map((tax) => shopMinor(tax.price_set))),
    discountMinor,
  };
}

/**
 * The part of a line's amount that belongs to `quantity` items after `before` of them have gone already.
 * Cumulative rounding: whatever the order of partial refunds, all of them together are the whole line.
 */
export function partOfLine(amount: bigint, line: LineItem, before: number, quantity: number): bigint {
  const upTo = (count: number): bigint => scale(amount, BigInt(count), BigInt(line.quantity));
  return upTo(before + quantity) - upTo(before);
}

/** How many items of a line earlier refunds took back. */
export function refundedQuantity(order: Order, lineItemId: number): number {
  return refundLines(order)
    .filter((each) => each.line_item_id === lineItemId)
    .reduce((count, each) => count + each.quantity, 0);
}

/** Rest of a line after refunds and edits. */
export function lineLeft(line: LineItem): LineAmounts {
  const { netMinor, taxMinor, discountMinor } = lineAmounts(line);
  const gone = line.quantity - line.current_quantity;
  const left = (minor: bigint): bigint => minor - partOfLine(minor, line, 0, gone);
  return { netMinor: left(netMinor), taxMinor: left(taxMinor), discountMinor: left(discountMinor) };
}

/**
 * Shop-money minor units that the order charges, edits included and before any refund: for an order that was never
 * edited, its total price.
 */
export function chargedMinor(order: Order): bigint {
  const withTax = (part: { netMinor: bigint; taxMinor: bigint }): bigint =>
    part.netMinor + (order.taxes_included ? 0n : part.taxMinor);
  const lines = order.line_items.map((line) => withTax(lineLeft(line)));
  const refunded = refundLines(order).map((line) =>
    withTax({ netMinor: shopMinor(line.subtotal_set), taxMinor: shopMinor(line.total_tax_set) }),
  );
  const shipping = withTax(shippingCharged(order));
  return sum([...lines, ...refunded, shipping, parseAmount(order.total_tip_received, order.currency)]);
}

function refundLines(order: Order): RefundLineItem[] {
  return order.refunds.flatMap((refund) => refund.refund_line_items);
}

export interface WantedRefundLine {
  lineItemId: number;
  quantity: number;
}

export interface CalculatedLine extends WantedRefundLine {
  line: LineItem;
  subtotalMinor: bigint;
  taxMinor: bigint;
}

export interface CalculatedRefund {
  lines: CalculatedLine[];
  shippingMinor: bigint;
  shippingTaxMinor: bigint;
  /** Suggested refund for these lines and this shipping, tax included. */
  totalMinor: bigint;
}

/** Everything that is still there, as lines to refund. */
export function remainingLines(order: Order): WantedRefundLine[] {
  return order.line_items
    .map((line) => ({ lineItemId: line.id, quantity: line.current_quantity }))
    .filter((line) => line.quantity > 0);
}

/**
 * Amount of these lines and this shipping (shop-money minor units without added tax; "all" for the rest). Throws a
 * refusal if it exceeds the rest.
 */
export function calculateRefund(
  order: Order,
  wanted: WantedRefundLine[],
  shipping: bigint | "all",
): CalculatedRefund {
  const lines = wanted.map((each) => calculateLine(order, each));
  const left = shippingLeft(order);
  const shippingMinor = shipping === "all" ? left.netMinor : shipping;
  if (shippingMinor < 0n || shippingMinor > left.netMinor) {
    throw new CommerceRefusal("That is more shipping than is left to refund.");
  }
  const shippingTaxMinor = left.netMinor === 0n ? 0n : scale(left.taxMinor, shippingMinor, left.netMinor);
  const taxMinor = sum(lines.map((line) => line.taxMinor)) + shippingTaxMinor;
  const subtotalMinor = sum(lines.map((line) => line.subtotalMinor)) + shippingMinor;
  return {
    lines,
    shippingMinor,
    shippingTaxMinor,
    totalMinor: subtotalMinor + (order.taxes_included ? 0n : taxMinor),
  };
}

function calculateLine(order: Order, wanted: WantedRefundLine): CalculatedLine {
  const line = order.line_items.find((each) => each.id === wanted.lineItemId);
  if (!line) throw new CommerceRefusal(`The order has no line ${wanted.lineItemId}.`);
  const before = line.quantity - line.current_quantity;
  if (
    !Number.isSafeInteger(wanted.quantity) ||
    wanted.quantity < 1 ||
    before + wanted.quantity > line.quantity
  ) {
    throw new CommerceRefusal(`Of "${line.name}", ${line.quantity - before} are left to refund.`);
  }
  const amounts = lineAmounts(line);
  return {
    ...wanted,
    line,
    subtotalMinor: partOfLine(amounts.netMinor, line, before, wanted.quantity),
    taxMinor: partOfLine(amounts.taxMinor, line, before, wanted.quantity),
  };
}

/** Shipping that has not been refunded, and its tax. */
export function shippingLeft(order: Order): { netMinor: bigint; taxMinor: bigint } {
  const { netMinor, taxMinor } = shippingCharged(order);
  const gone = order.refunds.map(refundedShipping);
  return {
    netMinor: netMinor - sum(gone.map((each) => each.netMinor)),
    taxMinor: taxMinor - sum(gone.map((each) => each.taxMinor)),
  };
}

function shippingCharged(order: Order): { netMinor: bigint; taxMinor: bigint } {
  const taxes = order.shipping_lines.flatMap((line) => line.tax_lines);
  return {
    netMinor: sum(order.shipping_lines.map((line) => shopMinor(line.discounted_price_set))),
    taxMinor: sum(taxes.map((tax) => shopMinor(tax.price_set))),
  };
}

/** Shipping in one refund, in either of the two shapes the platform has for it. */
function refundedShipping(refund: Refund): { netMinor: bigint; taxMinor: bigint } {
  const adjustments = refund.order_adjustments.filter((each) => each.kind === "shipping_refund");
  return {
    netMinor:
      sum(refund.refund_shipping_lines.map((line) => shopMinor(line.subtotal_amount_set))) -
      sum(adjustments.map((each) => shopMinor(each.amount_set))),
    taxMinor:
      sum(refund.refund_shipping_lines.map((line) => shopMinor(line.tax_amount_set))) -
      sum(adjustments.map((each) => shopMinor(each.tax_amount_set))),
  };
}

/**
 * Money by which a refund lowers what the shopper was charged: its lines and shipping, less what its
 * discrepancies say was kept back (positive) or given beyond (negative).
 */
export function refundEffect(refund: Refund, taxesIncluded: boolean): bigint {
  const shipping = refundedShipping(refund);
  const lines = refund.refund_line_items;
  const subtotal = sum(lines.map((line) => shopMinor(line.subtotal_set))) + shipping.netMinor;
  const tax = sum(lines.map((line) => shopMinor(line.total_tax_set))) + shipping.taxMinor;
  const kept = sum(
    refund.order_adjustments
      .filter((each) => each.kind === "refund_discrepancy")
      .map((each) => shopMinor(each.amount_set)),
  );
  return subtotal + (taxesIncluded ? 0n : tax) - kept;
}

/** True once the shopper has paid. An edit may since have raised the price. */
export function isPaid(order: Order): boolean {
  return ["paid", "partially_paid", "partially_refunded", "refunded"].includes(order.financial_status);
}

/**
 * Shop-money minor units that a refund's transactions moved: what succeeded, and with `pending` also what is
 * still on its way. A transaction is in the shopper's currency, so the order's own totals convert it.
 */
export function movedMoney(order: Order, refund: Refund, pending: boolean): bigint {
  const counted = refund.transactions.filter(
    (each) => each.status === "success" || (pending && each.status === "pending"),
  );
  const presentment = sum(counted.map((each) => parseAmount(each.amount, each.currency)));
  if (order.currency === order.presentment_currency) return presentment;
  const total = presentmentMinor(order.total_price_set);
  return total === 0n ? 0n : scale(shopMinor(order.total_price_set), presentment, total);
}

/**
 * Shop-money minor units that the shopper paid: what is charged, less what was taken off the bill before payment
 * (refunds without a transaction) or went out in exchange, and what is outstanding, and with what edits made the shop
 * owe.
 */
export function paidMinor(order: Order): bigint {
  if (!isPaid(order)) return 0n;
  const takenOff = sum(order.refunds.map((refund) => takenOffBill(order, refund)));
  const owedBack = sum(order.refunds.filter(isBare).map((refund) => movedMoney(order, refund, false)));
  return chargedMinor(order) - takenOff - parseAmount(order.total_outstanding, order.currency) + owedBack;
}

/**
 * Part of a refund that lowered the bill without paying money back: it paid for exchanged goods, or nobody had paid.
 */
function takenOffBill(order: Order, refund: Refund): bigint {
  const effect = refundEffect(refund, order.taxes_included);
  if (refund.return !== null) return effect - movedMoney(order, refund, true);
  return refund.transactions.length === 0 ? effect : 0n;
}

/** A refund that gives back no goods and no shipping but what the shop owed since an edit. */
function isBare(refund: Refund): boolean {
  const parts = [refund.refund_line_items, refund.refund_shipping_lines, refund.order_adjustments];
  return parts.every((each) => each.length === 0);
}

/** Shop-money minor units that the shop owes the shopper since an edit took something off an order that was paid. */
export function owedMinor(order: Order): bigint {
  const outstanding = parseAmount(order.total_outstanding, order.currency);
  return outstanding < 0n ? -outstanding : 0n;
}

/** Shop-money minor units that can be refunded: paid, not owed since an edit, not gone and not on their way back. */
export function refundable(order: Order): bigint {
  const moved = sum(order.refunds.map((refund) => movedMoney(order, refund, true)));
  return paidMinor(order) - owedMinor(order) - moved;
}

/** `refundable` in minor units of the shopper's currency, exact to the last one. */
export function refundablePresentment(order: Order): bigint {
  const total = shopMinor(order.total_price_set);
  const free = paidMinor(order) - owedMinor(order);
  const paid = total === 0n ? 0n : scale(presentmentMinor(order.total_price_set), free, total);
  const gone = order.refunds
    .flatMap((refund) => refund.transactions)
    .filter((each) => each.status !== "failure");
  return paid - sum(gone.map((each) => parseAmount(each.amount, each.currency)));
}
