/** Amounts are asked for in shop money alone (M6). */
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

/** What `readOrderAnswer` reads; sized so that one question stays under the limit of 1,000 points. */
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

/** Further lines of an order that has more than the first question holds. */
export const linesDocument = `#graphql
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

/** All refunds of an order by name; `refunds` is a list without pages. */
export const refundIdsDocument = `#graphql
  query OrderRefunds($id: ID!) {
    order(id: $id) { refunds(first: 250) { id } }
  }
`;

/** All fulfilments of an order; `fulfillments` is a list without pages. */
export const fulfillmentsDocument = `#graphql
  query OrderFulfillments($id: ID!) {
    order(id: $id) { updatedAt fulfillments(first: 250) { createdAt status } }
  }
`;

/** One refund by itself, with room for what the first question cuts off. */
export const refundDocument = `#graphql
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

/** What was agreed when the order was placed, and by each edit, return and refund since; one of them at a time. */
export const agreementsDocument = `#graphql
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
