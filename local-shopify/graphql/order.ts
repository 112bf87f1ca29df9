import type { Order } from "../commerce/order-types.ts";
import { connectAgreements, isEdited, isReturned } from "./agreements.ts";
import { answerCustomerOf } from "./customer.ts";
import { connect } from "./connection.ts";
import { answerJourney } from "./journey.ts";
import {
  answerApplication,
  answerLineItem,
  answerShippingLine,
  answerTaxLine,
  connectParts,
} from "./line-item.ts";
import { addSets, bag, bagOrNull, setFromShop, subtractSet } from "./money.ts";
import { answerRefund, refundedSet } from "./refund.ts";
import { answerAddress, answerFulfillments, answerFulfillmentStatus } from "./sending.ts";
import { gid, moment, readText, type Answer, type Args, type Asking } from "./resolver.ts";
import {
  matchMoment,
  matchNumber,
  matchText,
  search,
  unknownFilter,
  type Matcher,
  type Term,
} from "./search.ts";

/** An Order, from the object that its webhooks carry. */
export function answerOrder(asking: Asking, order: Order): Answer {
  return {
    __typename: "Order",
    ...answerState(order),
    ...answerTotals(order),
    ...answerOrigin(asking, order),
    edited: isEdited({ asking, order }),
    returnStatus: isReturned({ asking, order }) ? "RETURNED" : "NO_RETURN",
    agreements: (args: Args) => connectAgreements({ asking, order }, args),
    disputes: () => disputesOf(asking, order),
    customer: () => (order.customer === null ? null : answerCustomerOf(asking, order.customer)),
    email: order.email,
    phone: order.phone,
    shippingAddress: answerAddress(order, order.shipping_address),
    billingAddress: answerAddress(order, order.billing_address),
    fulfillments: (args: Args) => answerFulfillments(order, args),
    customAttributes: order.note_attributes.map(({ name, value }) => ({ key: name, value })),
    // A code that took money off, by its real name: titles of manual discounts are in `discount_codes` too.
    discountCode: order.discount_codes[0]?.code ?? null,
    discountCodes: order.discount_codes.map((entry) => entry.code),
    discountApplications: (args: Args) => {
      const applications = order.discount_applications.map((application, index) => ({ application, index }));
      const answer = (part: (typeof applications)[number]): Answer =>
        answerApplication(order, part.application, part.index);
      return connectParts(applications, args, { answer });
    },
    lineItems: (args: Args) =>
      connectParts(order.line_items, args, { answer: (line) => answerLineItem({ asking, order }, line) }),
    shippingLine: () => {
      const line = order.shipping_lines[0];
      return line === undefined ? null : answerShippingLine(order, line);
    },
    shippingLines: (args: Args) => {
      const lines = order.shipping_lines.filter(
        (line) => args["includeRemovals"] === true || !line.is_removed,
      );
      return connectParts(lines, args, {
        answer: (line) => answerShippingLine(order, line),
        obeyed: ["includeRemovals"],
      });
    },
    refunds: (args: Args) => {
      const most = typeof args["first"] === "number" ? args["first"] : order.refunds.length;
      return order.refunds.slice(0, most).map((refund) => answerRefund({ asking, order }, refund));
    },
    taxLines: order.tax_lines.map(answerTaxLine),
  };
}

function disputesOf({ shop }: Asking, order: Order) {
  return (shop.disputes ?? [])
    .filter((dispute) => dispute.order_id === order.id)
    .map((dispute) => ({
      id: gid("ShopifyPaymentsDispute", dispute.id),
      initiatedAs: dispute.type.toUpperCase(),
      status: dispute.status.toUpperCase(),
    }));
}

function answerState(order: Order): Answer {
  return {
    id: order.admin_graphql_api_id,
    legacyResourceId: String(order.id),
    name: order.name,
    number: order.number,
    confirmationNumber: order.confirmation_number,
    confirmed: order.confirmed,
    createdAt: moment(order.created_at),
    updatedAt: moment(order.updated_at),
    processedAt: moment(order.processed_at),
    cancelledAt: moment(order.cancelled_at),
    cancelReason: order.cancel_reason?.toUpperCase() ?? null,
    closed: order.closed_at !== null,
    closedAt: moment(order.closed_at),
    test: order.test,
    tags: order.tags === "" ? [] : order.tags.split(", "),
    note: order.note,
    poNumber: order.po_number,
    displayFinancialStatus: order.financial_status.toUpperCase(),
    displayFulfillmentStatus: answerFulfillmentStatus(order),
    fullyPaid: order.financial_status !== "pending" && order.financial_status !== "partially_paid",
    unpaid: order.financial_status === "pending",
    paymentGatewayNames: order.payment_gateway_names,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentment_currency,
    taxesIncluded: order.taxes_included,
    dutiesIncluded: order.duties_included,
    subtotalLineItemsQuantity: order.line_items.reduce((sum, line) => sum + line.quantity, 0),
    currentSubtotalLineItemsQuantity: order.line_items.reduce((sum, line) => sum + line.current_quantity, 0),
    customerLocale: order.customer_locale,
  };
}

function answerTotals(order: Order): Answer {
  const refunded = refundedSet(order, order.refunds);
  const received = order.financial_status === "pending" ? addSets(order, []) : order.total_price_set;
  const outstanding = setFromShop(order, order.total_outstanding);
  return {
    subtotalPriceSet: bag(order.subtotal_price_set),
    totalPriceSet: bag(order.total_price_set),
    originalTotalPriceSet: bag(order.total_price_set),
    totalTaxSet: bag(order.total_tax_set),
    totalDiscountsSet: bag(order.total_discounts_set),
    totalShippingPriceSet: bag(order.total_shipping_price_set),
    totalTipReceivedSet: bag(setFromShop(order, order.total_tip_received)),
    totalOutstandingSet: bag(outstanding),
    totalReceivedSet: bag(received),
    totalRefundedSet: bag(refunded),
    netPaymentSet: bag(subtractSet(order, received, refunded)),
    totalRefundedShippingSet: bag(
      addSets(
        order,
        order.refunds.flatMap((refund) =>
          refund.refund_shipping_lines.map((line) => line.subtotal_amount_set),
        ),
      ),
    ),
    currentSubtotalPriceSet: bag(order.current_subtotal_price_set),
    currentTotalPriceSet: bag(order.current_total_price_set),
    currentTotalTaxSet: bag(order.current_total_tax_set),
    currentTotalDiscountsSet: bag(order.current_total_discounts_set),
    currentShippingPriceSet: bag(order.current_shipping_price_set),
    currentTotalDutiesSet: bagOrNull(order.current_total_duties_set),
    currentTotalAdditionalFeesSet: bagOrNull(order.current_total_additional_fees_set),
    originalTotalDutiesSet: bagOrNull(order.original_total_duties_set),
  };
}

function answerOrigin(asking: Asking, order: Order): Answer {
  return {
    sourceName: order.source_name,
    sourceIdentifier: order.source_identifier,
    registeredSourceUrl: order.source_url,
    statusPageUrl: order.order_status_url,
    clientIp: order.browser_ip,
    cartToken: order.cart_token,
    checkoutToken: order.checkout_token,
    app: null,
    attribution: asking.shop.attributions?.[order.id] ?? null,
    customerJourneySummary: () => answerJourney(asking, order),
  };
}

const sortValues: Record<string, (order: Order) => string> = {
  ID: (order) => sortable(order.id),
  ORDER_NUMBER: (order) => sortable(order.order_number),
  CREATED_AT: (order) => moment(order.created_at) ?? "",
  PROCESSED_AT: (order) => moment(order.processed_at) ?? "",
  UPDATED_AT: (order) => moment(order.updated_at) ?? "",
};

const visibleMs = 60 * 86_400_000;

/** Without `read_all_orders`, an app sees the orders of the last 60 days. */
function visibleOrders({ ctx, shop, scopes }: Asking): Order[] {
  if (scopes.includes("read_all_orders")) return shop.orders;
  const earliest = ctx.now().getTime() - visibleMs;
  return shop.orders.filter((order) => Date.parse(order.created_at) >= earliest);
}

/** `orders(first, query, sortKey, …)` of the root. */
export function connectOrders(asking: Asking, args: Args): Answer {
  const key = readText(args["sortKey"]) ?? "PROCESSED_AT";
  const sortBy = sortValues[key];
  if (sortBy === undefined) {
    throw new Error(`The local platform cannot sort orders by ${key}.`);
  }
  const found = search(visibleOrders(asking), args["query"], (order, term) =>
    matchOrder(asking, order, term),
  );
  return connect(found, args, {
    sortBy,
    id: (order) => order.id,
    answer: (order) => answerOrder(asking, order),
    obeyed: ["query", "sortKey"],
  });
}

const orderMatchers = new Map<string, Matcher<Order>>([
  ["updated_at", (order, term) => matchMoment(order.updated_at, term)],
  ["created_at", (order, term) => matchMoment(order.created_at, term)],
  ["processed_at", (order, term) => matchMoment(order.processed_at, term)],
  ["id", (order, term) => matchNumber(order.id, term)],
  ["name", (order, term) => matchText(order.name, term) || matchText(order.name.replace("#", ""), term)],
  ["test", (order, term) => matchText(String(order.test), term)],
  ["status", matchStatus],
  ["financial_status", (order, term) => matchText(order.financial_status, term)],
  ["source_name", (order, term) => matchText(order.source_name, term)],
  ["cart_token", (order, term) => matchText(order.cart_token, term)],
  ["checkout_token", (order, term) => matchText(order.checkout_token, term)],
  // The platform looks at an order's first code only.
  ["discount_code", (order, term) => matchText(order.discount_codes[0]?.code ?? null, term)],
]);

function matchOrder(asking: Asking, order: Order, term: Term): boolean {
  if (term.field === "chargeback_status") {
    return disputesOf(asking, order).some((dispute) => matchText(dispute.status, term));
  }
  const matches = orderMatchers.get(term.field);
  if (matches === undefined) throw unknownFilter(term);
  return matches(order, term);
}

/** `status:` knows open (neither closed nor cancelled), closed, cancelled and any. */
function matchStatus(order: Order, term: Term): boolean {
  if (term.value === "any") return true;
  if (term.value === "cancelled") return order.cancelled_at !== null;
  if (term.value === "closed") return order.closed_at !== null;
  if (term.value === "open") return order.cancelled_at === null && order.closed_at === null;
  throw unknownFilter(term);
}

/** Numbers as texts that sort like numbers. */
function sortable(value: number): string {
  return String(value).padStart(20, "0");
}

/** The refund with that global id, of whichever order, or null. */
export function findRefund(asking: Asking, id: unknown): Answer | null {
  for (const order of visibleOrders(asking)) {
    const refund = order.refunds.find((entry) => entry.admin_graphql_api_id === id);
    if (refund !== undefined) return answerRefund({ asking, order }, refund);
  }
  return null;
}

/** The order with that global id, or null. */
export function findOrder(asking: Asking, id: unknown): Answer | null {
  const order = visibleOrders(asking).find((entry) => gid("Order", entry.id) === id);
  return order === undefined ? null : answerOrder(asking, order);
}
