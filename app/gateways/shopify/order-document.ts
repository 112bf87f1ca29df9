/** What `readOrderAnswer` reads; sized so that one question stays under the limit of 1,000 points. */
export const orderDocument = `#graphql
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
      displayFinancialStatus
      sourceName
      taxesIncluded
      email
      discountCodes
      customAttributes { key value }
      customer { id }
      customerJourneySummary { customerOrderIndex lastVisit { landingPage } }
      totalTipReceivedSet { shopMoney { amount currencyCode } }
      originalTotalDutiesSet { shopMoney { amount currencyCode } }
      discountApplications(first: 20) {
        nodes { __typename ... on DiscountCodeApplication { code } }
      }
      lineItems(first: 100) {
        pageInfo { hasNextPage }
        nodes {
          id
          title
          quantity
          currentQuantity
          isGiftCard
          sku
          vendor
          product { id }
          variant { id }
          originalUnitPriceSet { shopMoney { amount currencyCode } }
          discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } }
          taxLines { priceSet { shopMoney { amount currencyCode } } }
        }
      }
      shippingLines(first: 10) {
        nodes {
          id
          title
          discountedPriceSet { shopMoney { amount currencyCode } }
          taxLines { priceSet { shopMoney { amount currencyCode } } }
        }
      }
      refunds(first: 10) {
        legacyResourceId
        createdAt
        refundLineItems(first: 30) {
          pageInfo { hasNextPage }
          nodes {
            quantity
            lineItem { id }
            subtotalSet { shopMoney { amount currencyCode } }
            totalTaxSet { shopMoney { amount currencyCode } }
          }
        }
        refundShippingLines(first: 5) {
          nodes {
            shippingLine { id }
            subtotalAmountSet { shopMoney { amount currencyCode } }
            taxAmountSet { shopMoney { amount currencyCode } }
          }
        }
        orderAdjustments(first: 5) {
          nodes {
            amountSet { shopMoney { amount currencyCode } }
            taxAmountSet { shopMoney { amount currencyCode } }
          }
        }
        transactions(first: 5) { nodes { kind status } }
      }
    }
  }
`;

export type Bag = { shopMoney: { amount: string; currencyCode: string } };
type Nodes<Node> = { nodes: Node[] };
type Paged<Node> = Nodes<Node> & { pageInfo: { hasNextPage: boolean } };
type TaxLine = { priceSet: Bag };

export type LineAnswer = {
  id: string;
  title: string;
  quantity: number;
  currentQuantity: number;
  isGiftCard: boolean;
  sku: string | null;
  vendor: string | null;
  product: { id: string } | null;
  variant: { id: string } | null;
  originalUnitPriceSet: Bag;
  discountAllocations: { allocatedAmountSet: Bag }[];
  taxLines: TaxLine[];
};

export type RefundAnswer = {
  legacyResourceId: string;
  createdAt: string | null;
  refundLineItems: Paged<{
    quantity: number;
    lineItem: { id: string };
    subtotalSet: Bag;
    totalTaxSet: Bag;
  }>;
  refundShippingLines: Nodes<{
    shippingLine: { id: string | null } | null;
    subtotalAmountSet: Bag;
    taxAmountSet: Bag;
  }>;
  orderAdjustments: Nodes<{ amountSet: Bag; taxAmountSet: Bag }>;
  transactions: Nodes<{ kind: string; status: string }>;
};

export type OrderAnswer = {
  legacyResourceId: string;
  name: string;
  currencyCode: string;
  presentmentCurrencyCode: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  test: boolean;
  displayFinancialStatus: string | null;
  sourceName: string | null;
  taxesIncluded: boolean;
  email: string | null;
  discountCodes: string[];
  customAttributes: { key: string; value: string | null }[];
  customer: { id: string } | null;
  customerJourneySummary: {
    customerOrderIndex: number | null;
    lastVisit: { landingPage: string | null } | null;
  } | null;
  totalTipReceivedSet: Bag;
  originalTotalDutiesSet: Bag | null;
  discountApplications: Nodes<{ __typename: string; code?: string }>;
  lineItems: Paged<LineAnswer>;
  shippingLines: Nodes<{
    id: string | null;
    title: string;
    discountedPriceSet: Bag;
    taxLines: TaxLine[];
  }>;
  refunds: RefundAnswer[];
};
