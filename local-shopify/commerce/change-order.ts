import { randomUUID } from "node:crypto";
import { buildRefund, discrepancyAdjustment, discrepancyMinor, type RefundTerms } from "./build-refund.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import { formatAmount, parseAmount } from "./money.ts";
import { refreshOrder } from "./order-totals.ts";
import type { Order, Refund, TransactionStatus } from "./order-types.ts";
import { tenderOf } from "./place-order.ts";
import {
  calculateRefund,
  isPaid,
  movedMoney,
  owedMinor,
  refundable,
  refundEffect,
  remainingLines,
  type WantedRefundLine,
} from "./refund-maths.ts";
import { CommerceRefusal } from "./refusal.ts";
import { timestamp } from "./timestamp.ts";

export interface RefundRequest {
  /** Lines with quantities; "all" for everything that is left; none for an amount-only refund. */
  lines?: WantedRefundLine[] | "all";
  /** Decimal amount of shipping in shop currency without added tax; "all" for what is left. */
  shipping?: string;
  /** Decimal amount to pay back in shop currency; "all" for all that was paid; else what is calculated. */
  amount?: string;
  restock?: boolean;
  note?: string;
  transaction?: TransactionStatus;
  shippingAsAdjustment?: boolean;
  userId?: number;
}

export type CancelReason = "customer" | "inventory" | "fraud" | "declined" | "staff" | "other";

export interface CancelRequest {
  reason?: CancelReason;
  /** False cancels and keeps the money. */
  refund?: boolean;
  restock?: boolean;
  note?: string;
}

/** The order with that id. Throws a refusal where the shop has none. */
export function getOrder(ctx: CommerceContext, shopDomain: string, orderId: number): Order {
  const order = getCommerce(ctx, shopDomain).orders.find((each) => each.id === orderId);
  if (!order) throw new CommerceRefusal(`There is no order ${orderId}.`);
  return order;
}

/**
 * Refunds lines, shipping or a bare amount, and sends refunds/create and orders/updated. Throws a refusal,
 * and changes nothing, where more would go back than is left.
 */
export function refundOrder(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  request: RefundRequest,
): Refund {
  const order = getOrder(ctx, shopDomain, orderId);
  const refund = ctx.mutate(() => {
    const made = addRefund(ctx, shopDomain, order, request);
    touch(ctx, shopDomain, order);
    return made;
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "refunds/create", refund, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return refund;
}

/** Pays back what the shop owes since an edit: money that no refunded goods stand for. Sends as a refund does. */
export function refundOwed(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  userId?: number,
): Refund {
  const order = getOrder(ctx, shopDomain, orderId);
  const owed = owedMinor(order);
  if (owed === 0n) throw new CommerceRefusal(`Nothing is owed on ${order.name}.`);
  const { settings } = getCommerce(ctx, shopDomain);
  const refund = ctx.mutate(() => {
    const nothing = { lines: [], shippingMinor: 0n, shippingTaxMinor: 0n, totalMinor: owed };
    const terms = refundTerms(
      { restock: false, ...(userId ? { userId } : {}) },
      {
        moneyMinor: owed,
        lines: 0,
        at: stamp(ctx, shopDomain),
      },
    );
    const context = { tender: tenderOf(settings, order.presentment_currency), nextId: () => ctx.nextId() };
    const made = buildRefund(order, nothing, terms, context);
    order.refunds.push(made);
    order.total_outstanding = formatAmount(0n, order.currency);
    touch(ctx, shopDomain, order);
    return made;
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "refunds/create", refund, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return refund;
}

/**
 * Ends a pending refund, one way or the other, and sends orders/updated: money that has moved takes its
 * discrepancy away.
 */
export function settleRefund(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  settlement: { refundId: number; status: "success" | "failure" },
): Refund {
  const order = getOrder(ctx, shopDomain, orderId);
  const refund = order.refunds.find((each) => each.id === settlement.refundId);
  const transaction = refund?.transactions.find((each) => each.status === "pending");
  if (!refund || !transaction) throw new CommerceRefusal("There is no pending refund of that id.");
  ctx.mutate(() => {
    const money = movedMoney(order, refund, true);
    transaction.status = settlement.status;
    const rest = refund.order_adjustments.filter((each) => each.kind !== "refund_discrepancy");
    const calculated = refundEffect({ ...refund, order_adjustments: rest }, order.taxes_included);
    const minor = discrepancyMinor(calculated, money, settlement.status);
    const { settings } = getCommerce(ctx, shopDomain);
    const context = { tender: tenderOf(settings, order.presentment_currency), nextId: () => ctx.nextId() };
    refund.order_adjustments =
      minor === 0n ? rest : [...rest, discrepancyAdjustment(order, refund.id, minor, context)];
    touch(ctx, shopDomain, order);
  });
  ctx.emit(shopDomain, "orders/updated", order, { eventId: randomUUID() });
  return refund;
}

/**
 * Cancels an order, with its money back unless asked otherwise, and sends orders/cancelled, orders/updated
 * and refunds/create. Whatever was kept, a cancelled order's current total is zero.
 */
export function cancelOrder(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  request: CancelRequest = {},
): Order {
  const order = getOrder(ctx, shopDomain, orderId);
  if (order.cancelled_at) throw new CommerceRefusal(`${order.name} is cancelled already.`);
  const before = order.refunds.length;
  ctx.mutate(() => {
    const lines = remainingLines(order);
    const givesBack = (request.refund ?? true) && refundable(order) > 0n;
    if (lines.length > 0 || givesBack) {
      addRefund(ctx, shopDomain, order, {
        lines,
        shipping: "all",
        amount: givesBack ? "all" : "0",
        restock: request.restock ?? true,
        note: request.note ?? "",
      });
    }
    order.cancelled_at = stamp(ctx, shopDomain);
    order.cancel_reason = request.reason ?? "other";
    touch(ctx, shopDomain, order);
  });
  const eventId = randomUUID();
  for (const refund of order.refunds.slice(before)) {
    ctx.emit(shopDomain, "refunds/create", refund, { eventId });
  }
  ctx.emit(shopDomain, "orders/cancelled", order, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return order;
}

/** Marks an order as paid that is pending, or that an edit made dearer, and sends orders/paid and orders/updated. */
export function markPaid(ctx: CommerceContext, shopDomain: string, orderId: number): Order {
  const order = getOrder(ctx, shopDomain, orderId);
  if (!isOutstanding(order)) {
    throw new CommerceRefusal(`${order.name} is ${order.financial_status}, not pending.`);
  }
  ctx.mutate(() => {
    order.financial_status = "paid";
    order.total_outstanding = formatAmount(0n, order.currency);
    touch(ctx, shopDomain, order);
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "orders/paid", order, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return order;
}

/** True if the shopper still has to pay something. */
export function isOutstanding(order: Order): boolean {
  if (order.cancelled_at) return false;
  return order.financial_status === "pending" || parseAmount(order.total_outstanding, order.currency) > 0n;
}

/** Deletes a cancelled or unpaid order, as the platform allows, and sends orders/delete with its id alone. */
export function deleteOrder(ctx: CommerceContext, shopDomain: string, orderId: number): void {
  const order = getOrder(ctx, shopDomain, orderId);
  if (!order.cancelled_at && isPaid(order)) {
    throw new CommerceRefusal("Only a cancelled or unpaid order can be deleted.");
  }
  const commerce = getCommerce(ctx, shopDomain);
  ctx.mutate(() => {
    commerce.orders = commerce.orders.filter((each) => each.id !== orderId);
  });
  ctx.emit(shopDomain, "orders/delete", { id: orderId }, { eventId: randomUUID() });
}

/** Adds the refund to the order and answers it; nothing is changed where it throws a refusal. */
function addRefund(ctx: CommerceContext, shopDomain: string, order: Order, request: RefundRequest): Refund {
  const { settings } = getCommerce(ctx, shopDomain);
  const wanted = request.lines === "all" ? remainingLines(order) : (request.lines ?? []);
  const shipping = request.shipping ?? "0";
  const calculated = calculateRefund(
    order,
    wanted,
    shipping === "all" ? "all" : parseAmount(shipping, order.currency),
  );
  const moneyMinor = moneyOf(order, request, calculated.totalMinor);
  if (moneyMinor === 0n && wanted.length === 0 && calculated.totalMinor === 0n) {
    throw new CommerceRefusal("There is nothing to refund.");
  }
  const terms = refundTerms(request, { moneyMinor, lines: wanted.length, at: stamp(ctx, shopDomain) });
  const refund = buildRefund(order, calculated, terms, {
    tender: tenderOf(settings, order.presentment_currency),
    nextId: () => ctx.nextId(),
  });
  order.refunds.push(refund);
  takeBack(order, calculated.lines);
  return refund;
}

/** Takes pieces that came back off their lines. */
export function takeBack(order: Order, back: readonly WantedRefundLine[]): void {
  for (const { lineItemId, quantity } of back) {
    const line = order.line_items.find((each) => each.id === lineItemId);
    if (line) line.current_quantity -= quantity;
  }
}

/** How a refund is carried out, from what is asked and found. */
export function refundTerms(
  request: RefundRequest,
  found: { moneyMinor: bigint; lines: number; at: string },
): RefundTerms {
  return {
    moneyMinor: found.moneyMinor,
    transaction: request.transaction ?? "success",
    restockType: (request.restock ?? true) && found.lines > 0 ? "cancel" : "no_restock",
    note: request.note || null,
    userId: request.userId ?? null,
    shippingAsAdjustment: request.shippingAsAdjustment ?? false,
    at: found.at,
  };
}

function moneyOf(order: Order, request: RefundRequest, calculatedMinor: bigint): bigint {
  const left = refundable(order);
  if (request.amount === "all") return left;
  if (request.amount === undefined) return calculatedMinor < left ? calculatedMinor : left;
  const minor = parseAmount(request.amount, order.currency);
  if (minor < 0n || minor > left) throw new CommerceRefusal("That is more money than is left to refund.");
  return minor;
}

/** `updated_at` has a resolution of one second, so two changes within one carry the same. */
export function touch(ctx: CommerceContext, shopDomain: string, order: Order): void {
  const { settings } = getCommerce(ctx, shopDomain);
  refreshOrder(order, tenderOf(settings, order.presentment_currency));
  order.updated_at = stamp(ctx, shopDomain);
}

/** Now, as the platform writes it in that shop. */
export function stamp(ctx: CommerceContext, shopDomain: string): string {
  return timestamp(ctx.now(), getCommerce(ctx, shopDomain).settings.ianaTimezone);
}
