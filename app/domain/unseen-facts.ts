import type { OrderFacts } from "./order.ts";

/** Facts of an order that say nothing, for samples to begin with. */
export function unseenFacts(id: string, currency: string): OrderFacts {
  return {
    id,
    name: `#${id}`,
    currency,
    presentmentCurrency: currency,
    createdAt: "1970-01-01T00:00:00Z",
    updatedAt: "1970-01-01T00:00:00Z",
    cancelledAt: null,
    paidAt: null,
    fulfilledAt: null,
    deleted: false,
    test: false,
    financialStatus: "unknown",
    dispute: "none",
    sourceName: null,
    taxesIncluded: false,
    lines: [],
    linesAddedLater: [],
    shipping: [],
    tipMinor: 0n,
    dutiesMinor: 0n,
    discountCodes: [],
    clickAttribute: null,
    checkoutToken: null,
    landingSite: null,
    customerId: null,
    customerHash: null,
    customerOrderIndex: null,
    countryCode: null,
    catalog: null,
    refunds: [],
  };
}
