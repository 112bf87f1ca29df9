/** The answers to the documents in `order-document.ts`. */
export type Bag = { shopMoney: { amount: string; currencyCode: string } };
export type Page<Node> = { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
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
  sellingPlan: { sellingPlanId: string | null } | null;
  originalUnitPriceSet: Bag;
  discountAllocations: { allocatedAmountSet: Bag }[];
  taxLines: TaxLine[];
};

export type RefundAnswer = {
  id: string;
  legacyResourceId: string;
  createdAt: string | null;
  totalRefundedSet: Bag & { presentmentMoney: { currencyCode: string } };
  refundLineItems: Page<{
    quantity: number;
    lineItem: { id: string };
    subtotalSet: Bag;
    totalTaxSet: Bag;
  }>;
  refundShippingLines: Page<{
    shippingLine: { id: string | null } | null;
    subtotalAmountSet: Bag;
    taxAmountSet: Bag;
  }>;
  orderAdjustments: Page<{ amountSet: Bag; taxAmountSet: Bag }>;
  transactions: Page<{ kind: string; status: string }>;
};

export type FulfillmentAnswer = { createdAt: string; status: string };
type AddressAnswer = {
  countryCodeV2: string | null;
  lastName: string | null;
  address1: string | null;
  zip: string | null;
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
  edited: boolean;
  returnStatus: string;
  disputes: { status: string }[];
  displayFinancialStatus: string | null;
  displayFulfillmentStatus: string;
  fulfillments: FulfillmentAnswer[];
  shippingAddress: AddressAnswer | null;
  billingAddress: AddressAnswer | null;
  sourceName: string | null;
  tags: string[];
  note: string | null;
  attribution: { displayName: string } | null;
  taxesIncluded: boolean;
  email: string | null;
  checkoutToken: string | null;
  discountCodes: string[];
  customAttributes: { key: string; value: string | null }[];
  customer: { id: string; tags: string[] } | null;
  customerJourneySummary: {
    customerOrderIndex: number | null;
    lastVisit: { landingPage: string | null; referrerUrl: string | null } | null;
  } | null;
  totalTipReceivedSet: Bag;
  originalTotalDutiesSet: Bag | null;
  discountApplications: Page<{ __typename: string; code?: string }>;
  lineItems: Page<LineAnswer>;
  shippingLines: Page<{
    id: string | null;
    title: string;
    discountedPriceSet: Bag;
    taxLines: TaxLine[];
  }>;
  refunds: RefundAnswer[];
};

export type AgreementAnswer = {
  reason: string;
  sales: Page<{ actionType: string; lineItem?: { id: string } }>;
};

/** An order with all its lines and refunds, however many questions that took. */
export type WholeOrder = OrderAnswer & {
  /** Ids of the lines that came with an edit or an exchange. */
  readonly linesAddedLater: readonly string[];
};
