import { parseDecimal } from "#app/domain/money.ts";
import type { RefundAdjustmentFacts, RefundFacts, RefundStatus } from "#app/domain/refund.ts";
import type { RefundBody } from "./order-webhook.ts";
import { amountOf, instantText } from "./read-amount.ts";

/** The currency of the shop, and when the platform said so. */
type Reading = { readonly currency: string; readonly asOf: string };

/** Reads one refund in shop money (M6, M9). @throws MoneyFormatError, UnknownCurrencyError */
export function readRefund(refund: RefundBody, { currency, asOf }: Reading): RefundFacts {
  return {
    id: refund.id,
    createdAt: instantText(refund.created_at ?? refund.processed_at ?? asOf),
    asOf,
    status: readStatus(refund.transactions),
    lines: refund.refund_line_items.map((line) => ({
      lineId: line.line_item_id,
      quantity: line.quantity,
      subtotalMinor: amountOf(line.subtotal_set, line.subtotal, currency),
      taxMinor: amountOf(line.total_tax_set, line.total_tax, currency),
    })),
    shipping: refund.refund_shipping_lines.map((line) => ({
      shippingId: line.shipping_line_id ?? line.shipping_line?.id ?? null,
      subtotalMinor: amountOf(line.subtotal_amount_set, null, currency),
      taxMinor: amountOf(line.tax_amount_set, null, currency),
    })),
    adjustments: adjustmentsOf(refund).map((one): RefundAdjustmentFacts => ({
      kind: one.kind === "shipping_refund" ? "shipping-refund" : "discrepancy",
      amountMinor: amountOf(one.amount_set, one.amount, currency),
      taxMinor: amountOf(one.tax_amount_set, one.tax_amount, currency),
    })),
    ...readPaid(refund.transactions, currency),
  };
}

/** Older payloads tell of shipping as an adjustment, newer ones as lines, and some as both: it counts once. */
function adjustmentsOf(refund: RefundBody): RefundBody["order_adjustments"] {
  if (refund.refund_shipping_lines.length === 0) return refund.order_adjustments;
  return refund.order_adjustments.filter((one) => one.kind !== "shipping_refund");
}

/** A refund without transactions moved no money and stands as it is: removing unpaid goods, say. */
function readStatus(transactions: RefundBody["transactions"]): RefundStatus {
  const refunds = transactions.filter((one) => one.kind === "refund" || one.kind === "void");
  if (refunds.length === 0) return "success";
  if (refunds.some((one) => one.status === "success")) return "success";
  return refunds.some((one) => one.status === "pending") ? "pending" : "failed";
}

/** A transaction names its amount in the shopper's currency alone. */
function readPaid(
  transactions: RefundBody["transactions"],
  currency: string,
): Pick<RefundFacts, "paidMinor"> {
  const amounts = transactions.flatMap((one) => {
    const isPaid =
      one.kind === "refund" && one.status === "success" && (one.currency ?? currency) === currency;
    return isPaid && one.amount ? [parseDecimal(one.amount, currency).minor] : [];
  });
  if (amounts.length === 0 || amounts.length < transactions.length) return {};
  return { paidMinor: amounts.reduce((total, minor) => total + minor) };
}
