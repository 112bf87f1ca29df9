import { compareIds } from "#app/domain/allocate.ts";
import { tracesOf } from "#app/domain/fraud/traces.ts";
import { parseDecimal } from "#app/domain/money.ts";
import {
  enteredCodes,
  isRenewal,
  type LineFacts,
  type OrderFacts,
  paidAtOf,
  readFinancialStatus,
  sentOf,
} from "#app/domain/order.ts";
import type { RefundFacts, RefundStatus } from "#app/domain/refund-facts.ts";
import type { LineFieldsFragment, OrderAgreementsQuery, OrderAsFactsQuery } from "./admin-types.generated.ts";
import { wordsOf } from "#app/domain/referral-code.ts";
import { digitsOf } from "./admin-client.server.ts";

/**
 * Reads an answer of the Admin API into the same facts as the webhook reader. A test compares the two (M10).
 * @throws MoneyFormatError, UnknownCurrencyError
 */
export function readOrderAnswer(order: WholeOrder, hashEmail: (email: string) => string): OrderFacts {
  const updatedAt = instantText(order.updatedAt);
  const tip = minorOf(order.totalTipReceivedSet);
  const renewal = isRenewal(order.sourceName);
  const lines = order.lineItems.nodes.map((line) => readLine(line, { tipMinor: tip, renewal }));
  const shown = sum(
    lines.filter((line) => line.tip),
    (line) => line.priceMinor * BigInt(line.quantity),
  );
  return {
    id: order.legacyResourceId,
    name: order.name,
    currency: order.currencyCode,
    presentmentCurrency: order.presentmentCurrencyCode,
    createdAt: instantText(order.createdAt),
    updatedAt,
    ...readState(order, updatedAt),
    lines,
    linesAddedLater: order.linesAddedLater.map(digitsOf).toSorted(compareIds),
    shipping: order.shippingLines.nodes.map((line, index) => ({
      id: line.id === null ? `${index}` : digitsOf(line.id),
      title: line.title,
      priceMinor: minorOf(line.discountedPriceSet),
      taxMinor: taxOf(line.taxLines),
    })),
    tipMinor: tip > shown ? tip - shown : 0n,
    dutiesMinor: order.originalTotalDutiesSet === null ? 0n : minorOf(order.originalTotalDutiesSet),
    discountCodes: enteredCodes(
      order.discountCodes,
      order.discountApplications.nodes.map((one) => ({
        type: one.__typename === "DiscountCodeApplication" ? "discount_code" : "other",
        code: "code" in one ? one.code : undefined,
      })),
    ),
    ...readTyped(order),
    clickAttribute: clickOf(order.customAttributes),
    checkoutToken: order.checkoutToken || null,
    landingSite: landingOf(order),
    customerId: order.customer === null ? null : digitsOf(order.customer.id),
    customerHash: order.email ? hashEmail(order.email) : null,
    traces: readTraces(order, hashEmail),
    customerOrderIndex: order.customerJourneySummary?.customerOrderIndex ?? null,
    countryCode: order.shippingAddress?.countryCodeV2 ?? order.billingAddress?.countryCodeV2 ?? null,
    catalog: null,
    refunds: order.refunds.map((refund) => readRefund(refund, updatedAt)),
  };
}

function readTyped({ tags, note }: WholeOrder): Pick<OrderFacts, "typedCodes"> {
  const words = wordsOf([...tags, note]);
  return words.length === 0 ? {} : { typedCodes: words };
}

function readState(order: WholeOrder, updatedAt: string) {
  const financialStatus = readFinancialStatus(order.displayFinancialStatus);
  return {
    cancelledAt: order.cancelledAt === null ? null : instantText(order.cancelledAt),
    paidAt: paidAtOf(financialStatus, updatedAt),
    ...sentOf(
      order.displayFulfillmentStatus,
      order.fulfillments.map((one) => ({ createdAt: instantText(one.createdAt), status: one.status })),
      updatedAt,
    ),
    deleted: false,
    test: order.test,
    financialStatus,
    dispute: disputeOf(order.disputes),
    sourceName: order.sourceName,
    ...(order.attribution ? { channelName: readChannelName(order.attribution) } : {}),
    taxesIncluded: order.taxesIncluded,
  } as const;
}

/** Free text of the channel's operator. */
export function readChannelName(attribution: OrderAnswer["attribution"]): string {
  const name = attribution?.displayName ?? "";
  return name.replaceAll("\u0000", "").slice(0, 100).toWellFormed();
}

type Sale = { readonly tipMinor: bigint; readonly renewal: boolean };

/**
 * The answer marks no tips. In an order with a tip, a line without a product that is titled like one is the
 * tip.
 */
function readLine(line: LineAnswer, { tipMinor, renewal }: Sale): LineFacts {
  return {
    id: digitsOf(line.id),
    title: line.title,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    priceMinor: minorOf(line.originalUnitPriceSet),
    discountMinor: sum(line.discountAllocations, (one) => minorOf(one.allocatedAmountSet)),
    taxMinor: taxOf(line.taxLines),
    giftCard: line.isGiftCard,
    tip: tipMinor > 0n && line.product === null && line.title === "Tip",
    productId: line.product === null ? null : digitsOf(line.product.id),
    variantId: line.variant === null ? null : digitsOf(line.variant.id),
    sku: line.sku,
    vendor: line.vendor,
    subscription: renewal || line.sellingPlan !== null,
    ...(line.sellingPlan?.sellingPlanId && { sellingPlanId: digitsOf(line.sellingPlan.sellingPlanId) }),
  };
}

function readRefund(refund: RefundAnswer, asOf: string): RefundFacts {
  return {
    id: refund.legacyResourceId,
    createdAt: refund.createdAt === null ? asOf : instantText(refund.createdAt),
    asOf,
    status: statusOf(refund.transactions.nodes),
    lines: refund.refundLineItems.nodes.map((line) => ({
      lineId: digitsOf(line.lineItem.id),
      quantity: line.quantity,
      subtotalMinor: minorOf(line.subtotalSet),
      taxMinor: minorOf(line.totalTaxSet),
    })),
    shipping: refund.refundShippingLines.nodes.map((line) => ({
      shippingId: line.shippingLine?.id ? digitsOf(line.shippingLine.id) : null,
      subtotalMinor: minorOf(line.subtotalAmountSet),
      taxMinor: minorOf(line.taxAmountSet),
    })),
    adjustments: refund.orderAdjustments.nodes.map((one) => ({
      kind: "discrepancy",
      amountMinor: minorOf(one.amountSet),
      taxMinor: minorOf(one.taxAmountSet),
    })),
    ...readPaid(refund),
  };
}

/** The total may include pending or failed amounts, so it counts only if every transaction succeeded. */
function readPaid({ totalRefundedSet, transactions }: RefundAnswer): Pick<RefundFacts, "paidMinor"> {
  const { nodes } = transactions;
  const isPaid = nodes.length > 0 && nodes.every((one) => one.kind === "REFUND" && one.status === "SUCCESS");
  const { shopMoney, presentmentMoney } = totalRefundedSet;
  const isShopMoney = shopMoney.currencyCode === presentmentMoney.currencyCode;
  return isPaid && isShopMoney ? { paidMinor: minorOf(totalRefundedSet) } : {};
}

/** A lost dispute stays lost until Shopify says otherwise. Refunds instead of it are among the refunds. */
export function disputeOf(disputes: OrderAnswer["disputes"]): OrderFacts["dispute"] {
  const is = (...statuses: string[]): boolean => disputes.some((one) => statuses.includes(one.status));
  if (is("LOST", "ACCEPTED")) return "lost";
  if (is("NEEDS_RESPONSE", "UNDER_REVIEW")) return "open";
  return is("WON") ? "won" : "none";
}

function statusOf(transactions: readonly { kind: string; status: string }[]): RefundStatus {
  const refunds = transactions.filter((one) => one.kind === "REFUND" || one.kind === "VOID");
  if (refunds.length === 0 || refunds.some((one) => one.status === "SUCCESS")) return "success";
  return refunds.some((one) => one.status === "PENDING") ? "pending" : "failed";
}

function clickOf(attributes: OrderAnswer["customAttributes"]): string | null {
  const found = attributes.find((one) => one.key === "__aff_click")?.value;
  return found ? found.slice(0, 1000) : null;
}

function readTraces(order: OrderAnswer, hashEmail: (email: string) => string) {
  const addresses = [order.shippingAddress, order.billingAddress].map(
    (one) => one && { ...one, country: one.countryCodeV2 },
  );
  const referrer = order.customerJourneySummary?.lastVisit?.referrerUrl ?? null;
  return tracesOf({ email: order.email, addresses, referrer }, hashEmail);
}

/** Path and query within the store, as in webhooks. The local platform serves stores under a path. */
function landingOf(order: OrderAnswer): string | null {
  const page = URL.parse(order.customerJourneySummary?.lastVisit?.landingPage ?? "");
  if (page === null) return null;
  const path = page.pathname.replace(/^\/shops\/[\w.-]+\.myshopify\.com(?=\/)/, "");
  return `${path}${page.search}`;
}

function instantText(text: string): string {
  return new Date(text).toISOString();
}

function minorOf(bag: Bag): bigint {
  return parseDecimal(bag.shopMoney.amount, bag.shopMoney.currencyCode).minor;
}

function taxOf(lines: readonly { priceSet: Bag }[]): bigint {
  return sum(lines, (line) => minorOf(line.priceSet));
}

function sum<Item>(items: readonly Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + of(item), 0n);
}

type Bag = { readonly shopMoney: { readonly amount: string; readonly currencyCode: string } };
export type Page<Node> = {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

export type OrderAnswer = NonNullable<OrderAsFactsQuery["order"]>;
export type LineAnswer = LineFieldsFragment;
export type RefundAnswer = OrderAnswer["refunds"][number];
export type AgreementAnswer = NonNullable<OrderAgreementsQuery["order"]>["agreements"]["nodes"][number];

/** An order with all of its lines and refunds, from any number of queries. */
export type WholeOrder = OrderAnswer & {
  /** Ids of lines added by an edit or an exchange. */
  readonly linesAddedLater: readonly string[];
};
