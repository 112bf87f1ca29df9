import type { AnswerOf, VariablesOf } from "./admin-client.server.ts";
import type {
  OrderAgreementsQuery,
  OrderLinesQuery,
  RefundAsFactsQuery,
  RefundLineFieldsFragment,
} from "./admin-types.generated.ts";
import type {
  AgreementAnswer,
  LineAnswer,
  OrderAnswer,
  Page,
  RefundAnswer,
  WholeOrder,
} from "./read-order-answer.ts";

/** Calls the Admin API of one shop. */
export type Ask = <Document extends string>(
  document: Document,
  variables: VariablesOf<Document>,
) => Promise<AnswerOf<Document>>;

/** An order too large to read. A part of it would give wrong amounts. */
export class OrderTooLargeError extends Error {
  override name = "OrderTooLargeError";
}

/** The order changed between the queries, so their parts belong to different states. */
export class OrderChangedError extends Error {
  override name = "OrderChangedError";
}

const refundsInFirstAnswer = 10;
const refundsAtMost = 250;
const fulfillmentsInFirstAnswer = 10;
const fulfillmentsAtMost = 250;

/**
 * Reads an order with all of its lines, refunds and fulfillments, in as many queries as needed. Null if there
 * is none.
 * @throws OrderTooLargeError, OrderChangedError, and the errors of `ask`. Source: Admin API, `order`,
 * `refund`.
 */
export async function askWholeOrder(ask: Ask, id: string): Promise<WholeOrder | null> {
  const { order } = await ask(orderDocument, { id });
  if (order === null) return null;
  refuseFurtherPages(order.name, [order.discountApplications, order.shippingLines]);
  const input = { ask, id, order };
  return {
    ...order,
    lineItems: await wholeLines(input),
    refunds: await wholeRefunds(input),
    fulfillments: await wholeFulfillments(input),
    linesAddedLater: await addedLines(input),
  };
}

type WholeLinesInput = { readonly ask: Ask; readonly id: string; readonly order: OrderAnswer };

async function wholeLines({ ask, id, order }: WholeLinesInput): Promise<Page<LineAnswer>> {
  const lines = [...order.lineItems.nodes];
  let { pageInfo } = order.lineItems;
  while (pageInfo.hasNextPage) {
    const answer: OrderLinesQuery = await ask(linesDocument, { id, after: pageInfo.endCursor });
    const { lineItems } = sameOrder(order, answer.order);
    lines.push(...lineItems.nodes);
    ({ pageInfo } = lineItems);
  }
  return { nodes: lines, pageInfo };
}

async function wholeRefunds({ ask, id, order }: WholeLinesInput): Promise<RefundAnswer[]> {
  const refunds: RefundAnswer[] = [];
  for (const refund of order.refunds) {
    refunds.push(isWhole(refund) ? refund : await wholeRefund(ask, refund.id));
  }
  if (order.refunds.length < refundsInFirstAnswer) return refunds;
  const all = (await ask(refundIdsDocument, { id })).order?.refunds ?? [];
  if (all.length >= refundsAtMost) throw new OrderTooLargeError(`${order.name} has too many refunds.`);
  const known = new Set(refunds.map((refund) => refund.id));
  for (const further of all.filter((one) => !known.has(one.id))) {
    refunds.push(await wholeRefund(ask, further.id));
  }
  return refunds;
}

async function wholeFulfillments({ ask, id, order }: WholeLinesInput): Promise<OrderAnswer["fulfillments"]> {
  if (order.fulfillments.length < fulfillmentsInFirstAnswer) return order.fulfillments;
  const answer = await ask(fulfillmentsDocument, { id });
  const { fulfillments } = sameOrder(order, answer.order);
  if (fulfillments.length < fulfillmentsAtMost) return fulfillments;
  throw new OrderTooLargeError(`${order.name} has too many fulfilments.`);
}

function isWhole(refund: RefundAnswer): boolean {
  const { refundLineItems, refundShippingLines, orderAdjustments, transactions } = refund;
  const parts = [refundLineItems, refundShippingLines, orderAdjustments, transactions];
  return parts.every((part) => !part.pageInfo.hasNextPage);
}

async function wholeRefund(ask: Ask, id: string): Promise<RefundAnswer> {
  const lines: RefundLineFieldsFragment[] = [];
  let after: string | null = null;
  for (;;) {
    const answer: RefundAsFactsQuery = await ask(refundDocument, { id, after });
    const { refund } = answer;
    if (refund === null) throw new OrderChangedError(`The refund ${id} is gone.`);
    const { refundLineItems, refundShippingLines, orderAdjustments, transactions } = refund;
    refuseFurtherPages(id, [refundShippingLines, orderAdjustments, transactions]);
    lines.push(...refundLineItems.nodes);
    const { pageInfo } = refundLineItems;
    if (!pageInfo.hasNextPage) return { ...refund, refundLineItems: { nodes: lines, pageInfo } };
    after = pageInfo.endCursor;
  }
}

/** Lines sold by an edit or an exchange after the order was placed. */
async function addedLines(input: WholeLinesInput): Promise<string[]> {
  const { edited, returnStatus } = input.order;
  if (!edited && returnStatus === "NO_RETURN") return [];
  const first = new Set<string>();
  const later = new Set<string>();
  for (const { reason, sales } of await agreementsOf(input)) {
    const sold = sales.nodes.filter((sale) => sale.actionType === "ORDER");
    const ids = sold.flatMap((sale) => ("lineItem" in sale ? [sale.lineItem.id] : []));
    for (const id of ids) (reason === "ORDER" ? first : later).add(id);
  }
  return [...later].filter((id) => !first.has(id));
}

async function agreementsOf({ ask, id, order }: WholeLinesInput): Promise<AgreementAnswer[]> {
  const found: AgreementAnswer[] = [];
  let [agreement, sale]: (string | null)[] = [null, null];
  for (;;) {
    const answer: OrderAgreementsQuery = await ask(agreementsDocument, { id, agreement, sale });
    const { agreements } = sameOrder(order, answer.order);
    found.push(...agreements.nodes);
    const sales = agreements.nodes[0]?.sales.pageInfo;
    if (sales?.hasNextPage) {
      sale = sales.endCursor;
      continue;
    }
    if (!agreements.pageInfo.hasNextPage) return found;
    [agreement, sale] = [agreements.pageInfo.endCursor, null];
  }
}

function sameOrder<Part extends { updatedAt: string }>(order: OrderAnswer, part: Part | null): Part {
  if (part?.updatedAt === order.updatedAt) return part;
  throw new OrderChangedError(`${order.name} changed while it was read.`);
}

function refuseFurtherPages(name: string, parts: readonly Page<unknown>[]): void {
  if (parts.every((part) => !part.pageInfo.hasNextPage)) return;
  throw new OrderTooLargeError(`${name} has more parts than one answer holds.`);
}

/** Amounts are queried in shop money only (M6). */
const lineFields = `#graphql
  fragment LineFields on LineItem {
    id
    title
    quantity
    currentQuantity
    isGiftCard
    sku
    vendor
    product { id }
    variant { id }
    sellingPlan { sellingPlanId }
    originalUnitPriceSet { shopMoney { amount currencyCode } }
    discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } }
    taxLines { priceSet { shopMoney { amount currencyCode } } }
  }
`;

const refundLineFields = `#graphql
  fragment RefundLineFields on RefundLineItem {
    quantity
    lineItem { id }
    subtotalSet { shopMoney { amount currencyCode } }
    totalTaxSet { shopMoney { amount currencyCode } }
  }
`;

const refundShippingFields = `#graphql
  fragment RefundShippingFields on RefundShippingLine {
    shippingLine { id }
    subtotalAmountSet { shopMoney { amount currencyCode } }
    taxAmountSet { shopMoney { amount currencyCode } }
  }
`;

const adjustmentFields = `#graphql
  fragment AdjustmentFields on OrderAdjustment {
    amountSet { shopMoney { amount currencyCode } }
    taxAmountSet { shopMoney { amount currencyCode } }
  }
`;

/** Input of `readOrderAnswer`. Sized so that one query costs less than the limit of 1,000 points. */
export const orderDocument = `#graphql
  ${lineFields}
  ${refundLineFields}
  ${refundShippingFields}
  ${adjustmentFields}
  query OrderAsFacts($id: ID!) {
    order(id: $id) {
      legacyResourceId
      name
      currencyCode
      presentmentCurrencyCode
      createdAt
      updatedAt
      cancelledAt
      test
      edited
      returnStatus
      disputes { status }
      displayFinancialStatus
      displayFulfillmentStatus
      fulfillments(first: 10) { createdAt status }
      shippingAddress { countryCodeV2 lastName address1 zip }
      billingAddress { countryCodeV2 lastName address1 zip }
      sourceName
      tags
      note
      attribution { displayName }
      taxesIncluded
      email
      checkoutToken
      discountCodes
      customAttributes { key value }
      customer { id tags }
      customerJourneySummary { customerOrderIndex lastVisit { landingPage referrerUrl } }
      totalTipReceivedSet { shopMoney { amount currencyCode } }
      originalTotalDutiesSet { shopMoney { amount currencyCode } }
      discountApplications(first: 20) {
        pageInfo { hasNextPage endCursor }
        nodes { __typename ... on DiscountCodeApplication { code } }
      }
      lineItems(first: 80) {
        pageInfo { hasNextPage endCursor }
        nodes { ...LineFields }
      }
      shippingLines(first: 10) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id
          title
          discountedPriceSet { shopMoney { amount currencyCode } }
          taxLines { priceSet { shopMoney { amount currencyCode } } }
        }
      }
      refunds(first: 10) {
        id
        legacyResourceId
        createdAt
        totalRefundedSet { shopMoney { amount currencyCode } presentmentMoney { currencyCode } }
        refundLineItems(first: 30) {
          pageInfo { hasNextPage endCursor }
          nodes { ...RefundLineFields }
        }
        refundShippingLines(first: 5) {
          pageInfo { hasNextPage endCursor }
          nodes { ...RefundShippingFields }
        }
        orderAdjustments(first: 5) {
          pageInfo { hasNextPage endCursor }
          nodes { ...AdjustmentFields }
        }
        transactions(first: 5) {
          pageInfo { hasNextPage endCursor }
          nodes { kind status }
        }
      }
    }
  }
` as const;

/** Further lines of an order with more than the first query returns. */
const linesDocument = `#graphql
  ${lineFields}
  query OrderLines($id: ID!, $after: String) {
    order(id: $id) {
      updatedAt
      lineItems(first: 80, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { ...LineFields }
      }
    }
  }
` as const;

/** Ids of all refunds of an order. `refunds` is a list without pages. */
const refundIdsDocument = `#graphql
  query OrderRefunds($id: ID!) {
    order(id: $id) { refunds(first: 250) { id } }
  }
`;

/** All fulfillments of an order. `fulfillments` is a list without pages. */
const fulfillmentsDocument = `#graphql
  query OrderFulfillments($id: ID!) {
    order(id: $id) { updatedAt fulfillments(first: 250) { createdAt status } }
  }
`;

/** One refund by itself, with more room than in the first query. */
const refundDocument = `#graphql
  ${refundLineFields}
  ${refundShippingFields}
  ${adjustmentFields}
  query RefundAsFacts($id: ID!, $after: String) {
    refund(id: $id) {
      id
      legacyResourceId
      createdAt
      totalRefundedSet { shopMoney { amount currencyCode } presentmentMoney { currencyCode } }
      refundLineItems(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { ...RefundLineFields }
      }
      refundShippingLines(first: 50) {
        pageInfo { hasNextPage endCursor }
        nodes { ...RefundShippingFields }
      }
      orderAdjustments(first: 50) {
        pageInfo { hasNextPage endCursor }
        nodes { ...AdjustmentFields }
      }
      transactions(first: 50) {
        pageInfo { hasNextPage endCursor }
        nodes { kind status }
      }
    }
  }
` as const;

/** Agreements of an order: its placement, and each edit, return and refund since. One at a time. */
const agreementsDocument = `#graphql
  query OrderAgreements($id: ID!, $agreement: String, $sale: String) {
    order(id: $id) {
      updatedAt
      agreements(first: 1, after: $agreement) {
        pageInfo { hasNextPage endCursor }
        nodes {
          reason
          sales(first: 100, after: $sale) {
            pageInfo { hasNextPage endCursor }
            nodes {
              actionType
              ... on ProductSale { lineItem { id } }
              ... on GiftCardSale { lineItem { id } }
            }
          }
        }
      }
    }
  }
`;
