/**
 * The orders of some days in bulk. What stands within a list that has pages of its own (an order's refunds) cannot be
 * read so: orders that have any, and those that were edited, are asked about one by one afterwards.
 */
const bulkOrdersDocument = `#graphql
  {
    orders(query: "created_at:>='FROM' AND created_at:<'UNTIL'") {
      edges {
        node {
          id
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
          refunds { id }
          discountApplications {
            edges { node { __typename ... on DiscountCodeApplication { code } } }
          }
          lineItems {
            edges {
              node {
                __typename
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
            }
          }
          shippingLines {
            edges {
              node {
                __typename
                id
                title
                discountedPriceSet { shopMoney { amount currencyCode } }
                taxLines { priceSet { shopMoney { amount currencyCode } } }
              }
            }
          }
        }
      }
    }
  }
`;

export const runBulkDocument = `#graphql
  mutation ReadOrdersInBulk($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id }
      userErrors { message code }
    }
  }
`;

export const bulkStateDocument = `#graphql
  query BulkState($id: ID!) {
    bulkOperation(id: $id) { status errorCode rootObjectCount url }
  }
`;

/** The query text for orders created from one instant on and before another. */
export function bulkOrdersQuery(from: Date, until: Date): string {
  return bulkOrdersDocument.replace("FROM", from.toISOString()).replace("UNTIL", until.toISOString());
}
