import { isRenewal, type LineFacts, type OrderFacts } from "#app/domain/order.ts";
import type { RefundFacts } from "#app/domain/refund-facts.ts";
import { customerIdOf } from "./names.ts";
import { discountOf, piecesLeft, type SoldLine, type SoldOrder, type SoldRefund } from "./sold-order.ts";

/** Knows a customer again without knowing the address, as the shop's key would. */
export const hashOf = (email: string): string => `hash:${email}`;

/** Statuses of a paid order. A reading does not say since when. */
const paidStatuses = new Set<string>(["paid", "partially_refunded", "refunded"]);

/** The order as the platform tells it when it is asked: everything there is to know. */
export function factsOf(order: SoldOrder): OrderFacts {
  const { lines, shipping, refunds, updatedAt } = order;
  return {
    id: order.id,
    name: `#${order.id}`,
    currency: order.currency,
    presentmentCurrency: order.presentmentCurrency,
    createdAt: order.createdAt,
    updatedAt,
    cancelledAt: order.cancelledAt,
    paidAt: paidStatuses.has(order.financialStatus) ? updatedAt : null,
    fulfilledAt: order.fulfilledAt,
    ...(order.isSentUnlisted ? { sentUnlisted: true, sentHeardAt: updatedAt } : {}),
    deleted: false,
    test: order.test,
    financialStatus: order.financialStatus,
    dispute: order.dispute,
    sourceName: order.sourceName,
    taxesIncluded: order.taxesIncluded,
    lines: lines.map((line) => lineOf(line, isRenewal(order.sourceName))),
    linesAddedLater: [...order.addedLater],
    shipping: shipping.map((one) => ({ ...one, title: "Post" })),
    tipMinor: order.tipMinor,
    dutiesMinor: order.dutiesMinor,
    discountCodes: order.discountCodes,
    ...(order.typedCodes.length > 0 && { typedCodes: order.typedCodes }),
    clickAttribute: null,
    checkoutToken: order.checkoutToken,
    landingSite: order.landingSite,
    customerId: order.email === null ? null : customerIdOf(order.email),
    customerHash: order.email === null ? null : hashOf(order.email),
    customerOrderIndex: order.customerOrderIndex,
    countryCode: order.countryCode,
    catalog: order.catalog,
    refunds: refunds.map((one) => refundOf(one, updatedAt)),
  };
}

function lineOf(line: SoldLine, renewal: boolean): LineFacts {
  return {
    id: line.id,
    title: "Goods",
    quantity: line.quantity,
    currentQuantity: piecesLeft(line),
    priceMinor: line.priceMinor,
    discountMinor: discountOf(line),
    taxMinor: line.taxMinor,
    giftCard: line.giftCard,
    tip: line.tip,
    productId: line.productId,
    variantId: line.productId === null ? null : `${line.productId}1`,
    sku: line.sku,
    vendor: line.vendor,
    subscription: renewal || line.sellingPlan !== null,
    ...(line.sellingPlan !== null && { sellingPlanId: line.sellingPlan }),
  };
}

/** One refund as it was heard of at an instant. */
export function refundOf(refund: SoldRefund, asOf: string): RefundFacts {
  const { id, createdAt, status, lines, shipping, adjustments } = refund;
  return { id, createdAt, asOf, status, lines, shipping, adjustments };
}
