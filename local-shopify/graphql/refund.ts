import type { Order, OrderAdjustment, OrderTransaction, Refund } from "../commerce/order-types.ts";
import type { MoneySet } from "../commerce/types.ts";
import { answerLineItem, answerShippingLine, connectParts, type OrderView } from "./line-item.ts";
import { addSets, bag, setFromPresentment } from "./money.ts";
import { gid, moment, type Answer, type Args } from "./resolver.ts";

/** A Refund of the order. */
export function answerRefund(view: OrderView, refund: Refund): Answer {
  const { order } = view;
  return {
    __typename: "Refund",
    id: refund.admin_graphql_api_id,
    legacyResourceId: String(refund.id),
    createdAt: moment(refund.created_at),
    processedAt: moment(refund.processed_at),
    updatedAt: moment(refund.processed_at),
    note: refund.note,
    return: null,
    duties: [],
    totalRefundedSet: () => bag(refundedSet(order, [refund])),
    refundLineItems: (args: Args) => connectRefundLines(view, refund, args),
    refundShippingLines: (args: Args) => connectRefundShipping(order, refund, args),
    orderAdjustments: (args: Args) =>
      connectParts(refund.order_adjustments, args, { answer: answerAdjustment }),
    transactions: (args: Args) =>
      connectParts(refund.transactions, args, { answer: (entry) => answerTransaction(order, entry) }),
  };
}

/** Money that really went back to the shopper: what is pending or failed has not. */
export function refundedSet(order: Order, refunds: readonly Refund[]): MoneySet {
  const paid = refunds
    .flatMap((refund) => refund.transactions)
    .filter((transaction) => transaction.kind === "refund" && transaction.status === "success");
  return addSets(
    order,
    paid.map((transaction) => setFromPresentment(order, transaction.amount)),
  );
}

function connectRefundLines(view: OrderView, refund: Refund, args: Args): Answer {
  return connectParts(refund.refund_line_items, args, {
    answer: (entry) => ({
      id: gid("RefundLineItem", entry.id),
      lineItem: answerLineItem(view, currentLine(view.order, entry.line_item_id) ?? entry.line_item),
      quantity: entry.quantity,
      restockType: entry.restock_type.toUpperCase(),
      restocked: entry.restock_type !== "no_restock",
      priceSet: bag(entry.line_item.price_set),
      subtotalSet: bag(entry.subtotal_set),
      totalTaxSet: bag(entry.total_tax_set),
    }),
  });
}

/** A refund's webhook carries the line as it was; the API shows it as it is. */
function currentLine(order: Order, id: number): Order["line_items"][number] | undefined {
  return order.line_items.find((line) => line.id === id);
}

function connectRefundShipping(order: Order, refund: Refund, args: Args): Answer {
  return connectParts(refund.refund_shipping_lines, args, {
    answer: (entry) => ({
      id: gid("RefundShippingLine", entry.id),
      subtotalAmountSet: bag(entry.subtotal_amount_set),
      taxAmountSet: bag(entry.tax_amount_set),
      shippingLine: answerShippingLine(order, entry.shipping_line),
    }),
  });
}

const adjustmentReasons = new Map([
  ["Refund discrepancy", "REFUND_DISCREPANCY"],
  ["Pending refund discrepancy", "PENDING_REFUND_DISCREPANCY"],
  ["Full return balancing adjustment", "FULL_RETURN_BALANCING_ADJUSTMENT"],
]);

function answerAdjustment(adjustment: OrderAdjustment): Answer {
  return {
    id: gid("OrderAdjustment", adjustment.id),
    reason: adjustmentReasons.get(adjustment.reason) ?? null,
    amountSet: bag(adjustment.amount_set),
    taxAmountSet: bag(adjustment.tax_amount_set),
  };
}

function answerTransaction(order: Order, transaction: OrderTransaction): Answer {
  return {
    id: transaction.admin_graphql_api_id,
    kind: transaction.kind.toUpperCase(),
    status: transaction.status.toUpperCase(),
    gateway: transaction.gateway,
    test: transaction.test,
    createdAt: moment(transaction.created_at),
    processedAt: moment(transaction.processed_at),
    amountSet: bag(setFromPresentment(order, transaction.amount)),
  };
}
