import { formatAmount, moneySet, toPresentment, type Tender } from "./money.ts";
import type {
  Order,
  OrderAdjustment,
  OrderTransaction,
  Refund,
  RestockType,
  TransactionStatus,
} from "./order-types.ts";
import { isPaid, refundable, refundablePresentment, type CalculatedRefund } from "./refund-maths.ts";

/** How a calculated refund is carried out. */
export interface RefundTerms {
  /** Shop-money minor units to pay back; less than calculated keeps a fee, more is given beyond. */
  moneyMinor: bigint;
  transaction: TransactionStatus;
  restockType: RestockType;
  note: string | null;
  userId: number | null;
  /** The older shape, an order adjustment in place of a refund shipping line. */
  shippingAsAdjustment: boolean;
  /** Shop-money minor units of what came back that paid for goods taken in exchange: neither given back nor kept. */
  exchangedMinor?: bigint;
  returnId?: number;
  /** The time as the platform writes it. */
  at: string;
}

export interface RefundContext {
  tender: Tender;
  nextId: () => number;
}

/** The refund as refunds/create carries it. The order itself is not changed. */
export function buildRefund(
  order: Order,
  calculated: CalculatedRefund,
  terms: RefundTerms,
  context: RefundContext,
): Refund {
  const id = context.nextId();
  const { tender } = context;
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Refund/${id}`,
    order_id: order.id,
    created_at: terms.at,
    processed_at: terms.at,
    note: terms.note,
    restock: terms.restockType !== "no_restock",
    user_id: terms.userId,
    return: terms.returnId
      ? { id: terms.returnId, admin_graphql_api_id: `gid://shopify/Return/${terms.returnId}` }
      : null,
    duties: [],
    total_duties_set: moneySet(0n, tender),
    additional_fees: [],
    total_additional_fees_set: moneySet(0n, tender),
    refund_line_items: calculated.lines.map((each) => ({
      id: context.nextId(),
      line_item_id: each.lineItemId,
      location_id: terms.restockType === "no_restock" ? null : 655_441_491,
      quantity: each.quantity,
      restock_type: terms.restockType,
      subtotal: Number(formatAmount(each.subtotalMinor, tender.currency)),
      subtotal_set: moneySet(each.subtotalMinor, tender),
      total_tax: Number(formatAmount(each.taxMinor, tender.currency)),
      total_tax_set: moneySet(each.taxMinor, tender),
      line_item: structuredClone(each.line),
    })),
    refund_shipping_lines: terms.shippingAsAdjustment ? [] : refundShippingLines(order, calculated, context),
    order_adjustments: adjustments({ order, id, calculated, terms }, context),
    transactions: terms.moneyMinor === 0n ? [] : [refundTransaction(order, terms, context)],
  };
}

/**
 * The difference between what was calculated and what has moved: negative for money given beyond the lines,
 * positive for money kept, or not moved yet.
 */
export function discrepancyMinor(
  calculatedMinor: bigint,
  moneyMinor: bigint,
  status: TransactionStatus,
): bigint {
  return calculatedMinor - (status === "success" ? moneyMinor : 0n);
}

export function discrepancyAdjustment(
  order: Order,
  refundId: number,
  minor: bigint,
  context: RefundContext,
): OrderAdjustment {
  return {
    id: context.nextId(),
    order_id: order.id,
    refund_id: refundId,
    kind: "refund_discrepancy",
    reason: "Refund discrepancy",
    ...adjustmentAmounts(minor, 0n, context.tender),
  };
}

function adjustments(
  refund: { order: Order; id: number; calculated: CalculatedRefund; terms: RefundTerms },
  context: RefundContext,
): OrderAdjustment[] {
  const { order, id: refundId, calculated, terms } = refund;
  const made: OrderAdjustment[] = [];
  if (terms.shippingAsAdjustment && calculated.shippingMinor > 0n) {
    made.push({
      id: context.nextId(),
      order_id: order.id,
      refund_id: refundId,
      kind: "shipping_refund",
      reason: "Shipping refund",
      ...adjustmentAmounts(-calculated.shippingMinor, -calculated.shippingTaxMinor, context.tender),
    });
  }
  const dueMinor = calculated.totalMinor - (terms.exchangedMinor ?? 0n);
  const minor = discrepancyMinor(dueMinor, terms.moneyMinor, terms.transaction);
  // An order that was never paid has nothing to be at odds with: taking its lines off lowers what is owed.
  if (minor !== 0n && isPaid(order)) made.push(discrepancyAdjustment(order, refundId, minor, context));
  return made;
}

function adjustmentAmounts(minor: bigint, taxMinor: bigint, tender: Tender) {
  return {
    amount: formatAmount(minor, tender.currency),
    amount_set: moneySet(minor, tender),
    tax_amount: formatAmount(taxMinor, tender.currency),
    tax_amount_set: moneySet(taxMinor, tender),
  };
}

function refundShippingLines(order: Order, calculated: CalculatedRefund, context: RefundContext) {
  const line = order.shipping_lines[0];
  if (!line || calculated.shippingMinor === 0n) return [];
  return [
    {
      id: context.nextId(),
      shipping_line_id: line.id,
      subtotal_amount_set: moneySet(calculated.shippingMinor, context.tender),
      tax_amount_set: moneySet(calculated.shippingTaxMinor, context.tender),
      shipping_line: structuredClone(line),
    },
  ];
}

function refundTransaction(order: Order, terms: RefundTerms, context: RefundContext): OrderTransaction {
  const id = context.nextId();
  const { tender } = context;
  // The last refund pays the very rest, so that conversion leaves no cent behind.
  const presentment =
    terms.moneyMinor === refundable(order)
      ? refundablePresentment(order)
      : toPresentment(terms.moneyMinor, tender);
  return {
    id,
    admin_graphql_api_id: `gid://shopify/OrderTransaction/${id}`,
    amount: formatAmount(presentment, tender.presentmentCurrency),
    amount_rounding: null,
    authorization: null,
    created_at: terms.at,
    currency: tender.presentmentCurrency,
    device_id: null,
    error_code: terms.transaction === "failure" ? "processing_error" : null,
    gateway: order.payment_gateway_names[0] ?? "bogus",
    kind: "refund",
    location_id: null,
    manual_payment_gateway: order.payment_gateway_names[0] === "manual",
    message: terms.transaction === "failure" ? "The refund was declined" : null,
    order_id: order.id,
    parent_id: null,
    payment_id: `${order.name}.${order.refunds.length + 2}`,
    processed_at: terms.at,
    receipt: {},
    source_name: "web",
    status: terms.transaction,
    test: order.test,
    total_unsettled_set: {
      presentment_money: {
        amount: formatAmount(0n, tender.presentmentCurrency),
        currency: tender.presentmentCurrency,
      },
      shop_money: { amount: formatAmount(0n, tender.currency), currency: tender.currency },
    },
    user_id: terms.userId,
  };
}
