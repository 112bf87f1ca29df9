import type { badValues } from "../../support/bad-values.ts";
import type { makeMerchant } from "../../support/merchant.ts";

export type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
export type Plain = Record<string, unknown>;

/** A call with a body: one that is right, and the kind of each of its fields. */
export type Call = {
  readonly id: string;
  readonly path: (merchant: Merchant) => string;
  readonly method: "POST" | "PUT";
  readonly body: Plain | ((merchant: Merchant) => Plain);
  readonly fields: Readonly<Record<string, keyof typeof badValues>>;
  readonly required: readonly string[];
  /** What the right body is answered with. */
  readonly good: number;
};

const terms = { commission: { type: "percentage", percent: "10" }, attributionDays: 30, holdDays: 14 };
const fixed = { commission: { type: "fixed", amount: { amount: "5.00", currencyCode: "USD" } } };
const termFields = {
  "terms.attributionDays": "days",
  "terms.holdDays": "days",
  "terms.commission.percent": "percent",
  "terms.commission.type": "word",
} as const;

/** Every call of the API that has a body; a test compares this list with the API's own. */
export const calls: readonly Call[] = [
  {
    id: "createProgram",
    good: 201,
    method: "POST",
    path: () => "/api/v1/programs",
    body: { name: "Creators", description: "All of them", status: "draft", terms },
    fields: { name: "name", description: "text", status: "word", ...termFields },
    required: ["name", "terms", "terms.commission", "terms.commission.type", "terms.commission.percent"],
  },
  {
    id: "createProgram",
    good: 201,
    method: "POST",
    path: () => "/api/v1/programs",
    body: { name: "Creators", terms: fixed },
    fields: {
      "terms.commission.amount.amount": "amount",
      "terms.commission.amount.currencyCode": "currency",
    },
    required: ["terms.commission.amount", "terms.commission.amount.amount"],
  },
  {
    id: "updateProgram",
    good: 200,
    method: "PUT",
    path: ({ programId }) => `/api/v1/programs/${programId}`,
    body: { name: "Creators", description: "All of them", terms, revision: 1 },
    fields: { name: "name", description: "text", status: "word", revision: "revision", ...termFields },
    required: [],
  },
  {
    id: "saveOwnTerms",
    good: 200,
    method: "PUT",
    path: ({ affiliateId, programId }) => `/api/v1/affiliates/${affiliateId}/programs/${programId}/terms`,
    body: { terms, revision: 0 },
    fields: { ...termFields },
    required: ["terms"],
  },
  {
    id: "previewTerms",
    good: 200,
    method: "POST",
    path: () => "/api/v1/programs/preview",
    body: {
      terms,
      basket: {
        lines: [{ title: "Mug", price: { amount: "1.00", currencyCode: "USD" }, quantity: 2 }],
        customerOrder: 1,
      },
    },
    fields: {
      ...termFields,
      "basket.customerOrder": "days",
    },
    required: ["terms", "basket.lines"],
  },
  {
    id: "inviteAffiliate",
    good: 201,
    method: "POST",
    path: () => "/api/v1/affiliates/invite",
    body: {
      name: "Zoë O'Brien",
      email: "zoe@example.com",
      referralCode: "ZOE",
      note: "a < b",
      programIds: [],
    },
    fields: { name: "name", email: "email", referralCode: "code", note: "text", programIds: "ids" },
    required: ["name", "email"],
  },
  {
    id: "updateAffiliate",
    good: 200,
    method: "PUT",
    path: ({ affiliateId }) => `/api/v1/affiliates/${affiliateId}`,
    body: { name: "Zoë O'Brien", email: "zoe@example.com", referralCode: "ZOE", note: "", revision: 1 },
    fields: {
      name: "name",
      email: "email",
      referralCode: "code",
      note: "text",
      programIds: "ids",
      revision: "revision",
    },
    required: [],
  },
  {
    id: "changeAffiliateStatus",
    good: 200,
    method: "PUT",
    path: ({ affiliateId }) => `/api/v1/affiliates/${affiliateId}/status`,
    body: { status: "suspended", reason: "Asked for it" },
    fields: { status: "word", reason: "text" },
    required: ["status"],
  },
  {
    id: "addCommission",
    good: 201,
    method: "POST",
    path: () => "/api/v1/commissions",
    body: ({ affiliateId, programId }) => ({
      affiliateId,
      programId,
      amount: "12.00",
      note: "From last year",
      holdDays: 3,
    }),
    fields: {
      affiliateId: "id",
      programId: "id",
      amount: "amount",
      note: "text",
      holdDays: "days",
      order: "orderName",
    },
    required: ["affiliateId", "amount", "note"],
  },
  {
    id: "decideCommission",
    good: 404,
    method: "POST",
    path: () => "/api/v1/commissions/com_0/decisions",
    body: { kind: "denied", note: "A self-referral" },
    fields: { kind: "word", note: "text" },
    required: ["kind", "note"],
  },
  {
    id: "adjustCommission",
    good: 404,
    method: "POST",
    path: () => "/api/v1/commissions/com_0/adjustments",
    body: { amount: "-5.00", note: "Too much" },
    fields: { note: "text" },
    required: ["amount", "note"],
  },
  {
    id: "adjustAffiliate",
    good: 201,
    method: "POST",
    path: ({ affiliateId }) => `/api/v1/affiliates/${affiliateId}/adjustments`,
    body: { amount: "-5.00", note: "Too much" },
    fields: { amount: "signedAmount", note: "text" },
    required: ["amount", "note"],
  },
  {
    id: "reassignOrder",
    good: 404,
    method: "POST",
    path: () => "/api/v1/orders/404/reassign",
    body: ({ affiliateId }) => ({ affiliateId, note: "Asked for" }),
    fields: { affiliateId: "id", programId: "id", note: "text" },
    required: ["affiliateId"],
  },
  {
    id: "updateShopInfo",
    good: 200,
    method: "PUT",
    path: () => "/api/v1/shop/info",
    body: {
      name: "Mugs & more",
      logo: null,
      contactEmail: null,
      defaultHoldDays: 3,
      defaultAttributionDays: 9,
    },
    fields: {
      name: "name",
      logo: "address",
      contactEmail: "email",
      defaultAttributionDays: "days",
      defaultHoldDays: "days",
    },
    required: [],
  },
  {
    id: "assignDiscountCode",
    good: 503,
    method: "POST",
    path: ({ affiliateId }) => `/api/v1/affiliates/${affiliateId}/codes`,
    body: { code: "SPRING" },
    fields: { code: "name" },
    required: ["code"],
  },
  {
    id: "retryDeliveries",
    good: 200,
    method: "POST",
    path: () => "/api/v1/deliveries/retry",
    body: {},
    fields: { id: "id" },
    required: [],
  },
  {
    id: "startBacktest",
    good: 202,
    method: "POST",
    path: ({ programId }) => `/api/v1/programs/${programId}/backtests`,
    body: { terms, firstDay: "2026-03-01", lastDay: "2026-03-09", scope: "all" },
    fields: { firstDay: "day", lastDay: "day", scope: "word", ...termFields },
    required: [],
  },
  {
    id: "startOrderImport",
    good: 202,
    method: "POST",
    path: () => "/api/v1/orders/imports",
    body: { firstDay: "2026-01-01" },
    fields: { firstDay: "day", lastDay: "day" },
    required: ["firstDay"],
  },
  {
    id: "login",
    good: 401,
    method: "POST",
    path: () => "/api/v1/auth/login",
    body: { shop: "nobody.myshopify.com", apiKey: "key" },
    fields: {},
    required: ["shop", "apiKey"],
  },
];
