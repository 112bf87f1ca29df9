import type { LineFacts, OrderFacts } from "#app/domain/order.ts";
import type { RefundFacts } from "#app/domain/refund-facts.ts";
import { defaultBase, type ProgramTerms } from "#app/domain/terms/terms.ts";

const placedAt = "2026-11-20T10:00:00-05:00";

function line(order: number, number: number): LineFacts {
  const seed = order * 7 + number;
  const quantity = 1 + (seed % 3);
  return {
    id: String(9_000_000_000 + order * 10 + number),
    title: `Mug ${number}`,
    quantity,
    currentQuantity: quantity,
    priceMinor: BigInt(999 + ((seed * 131) % 9000)),
    discountMinor: seed % 4 === 0 ? 150n : 0n,
    taxMinor: BigInt(80 + (seed % 50)),
    giftCard: false,
    tip: false,
    productId: String(7000 + (seed % 40)),
    variantId: String(8000 + (seed % 90)),
    sku: `MUG-${seed % 90}`,
    vendor: seed % 5 === 0 ? "Weaver" : "Potter",
    subscription: false,
  };
}

/** One piece of the first line came back. */
function refund(of: LineFacts): RefundFacts {
  const at = "2026-11-22T09:00:00-05:00";
  const returned = {
    lineId: of.id,
    quantity: 1,
    subtotalMinor: of.priceMinor,
    taxMinor: of.taxMinor / BigInt(of.quantity),
  };
  return {
    id: "1",
    createdAt: at,
    asOf: at,
    status: "success",
    lines: [returned],
    shipping: [],
    adjustments: [],
  };
}

/** Five lines and shipping; prices, pieces, discounts and vendors differ, and every eighth order has a refund. */
export function fiveLines(order: number): OrderFacts {
  const lines = [1, 2, 3, 4, 5].map((number) => line(order, number));
  const [first] = lines;
  return {
    id: String(5_000_000_000 + order),
    name: `#${order}`,
    currency: "USD",
    presentmentCurrency: "USD",
    createdAt: placedAt,
    updatedAt: placedAt,
    cancelledAt: null,
    paidAt: placedAt,
    fulfilledAt: null,
    deleted: false,
    test: false,
    financialStatus: "paid",
    dispute: "none",
    sourceName: "web",
    taxesIncluded: order % 3 === 0,
    lines,
    linesAddedLater: [],
    shipping: [{ id: "1", title: "Standard", priceMinor: 500n, taxMinor: 0n }],
    tipMinor: 0n,
    dutiesMinor: 0n,
    discountCodes: order % 4 === 0 ? ["SAVE1"] : [],
    clickAttribute: null,
    checkoutToken: null,
    landingSite: "/products/mug?ref=BENCH1",
    customerId: "77",
    customerHash: "bench",
    customerOrderIndex: 1 + (order % 3),
    countryCode: "US",
    catalog: null,
    refunds: order % 8 === 0 && first ? [refund(first)] : [],
  };
}

/** Three rules before the fallback; what an order earns depends on that order alone. */
export const benchTerms: ProgramTerms = {
  rules: [
    {
      id: "clearance",
      name: "Clearance earns nothing",
      when: { kind: "sku", op: "any-of", values: ["MUG-7", "MUG-8", "MUG-9"] },
      pay: { kind: "none" },
    },
    {
      id: "weaver",
      name: "Weaver by the dozen",
      when: {
        kind: "all",
        of: [
          { kind: "vendor", op: "any-of", values: ["Weaver"] },
          { kind: "quantity", op: "at-least", count: 2 },
        ],
      },
      pay: { kind: "percentage", rateBps: 1500 },
    },
    {
      id: "large",
      name: "Large orders",
      when: { kind: "order-value", op: "at-least", amount: { minor: 50_000n, currency: "USD" } },
      pay: { kind: "percentage", rateBps: 1200 },
    },
  ],
  commission: { kind: "percentage", rateBps: 1000 },
  base: defaultBase,
  caps: { perOrder: null, perAffiliate: null },
  bonuses: [],
  windowDays: 30,
  approvalDays: 30,
  approvalFrom: "order",
  approval: "automatic",
};

/** Terms whose every part reads other orders: tiers, a cap, the customer's earlier orders, a bonus. */
export const lookingTerms: ProgramTerms = {
  ...benchTerms,
  rules: [
    ...benchTerms.rules,
    {
      id: "again",
      name: "Customers who come again",
      when: { kind: "customer-order", op: "at-least", count: 2 },
      pay: { kind: "percentage", rateBps: 800 },
    },
  ],
  commission: {
    kind: "tiered",
    period: { kind: "rolling", days: 30 },
    below: { kind: "percentage", rateBps: 1000 },
    steps: [
      { atLeast: { measure: "orders", count: 100 }, pay: { kind: "percentage", rateBps: 1100 } },
      { atLeast: { measure: "orders", count: 1000 }, pay: { kind: "percentage", rateBps: 1200 } },
    ],
  },
  caps: {
    perOrder: { minor: 100_000n, currency: "USD" },
    perAffiliate: {
      amount: { minor: 100_000_000n, currency: "USD" },
      period: { kind: "calendar", unit: "month" },
    },
  },
  bonuses: [
    {
      id: "thousand",
      name: "Every thousand orders",
      atLeast: { measure: "orders", count: 1000 },
      repeats: true,
      amount: { minor: 1000n, currency: "USD" },
    },
  ],
};
