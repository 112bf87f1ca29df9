import type { Call } from "./call.ts";

const total = { amount: "5.00", currencyCode: "USD" };

const decided = { to: "settled", date: "2026-03-01", reference: "RUN-7", note: "Paid with the rent" };
const decidedFields = { to: "word", date: "day", reference: "text", note: "text" } as const;

/** Calls about payouts. */
export const payoutCalls: readonly Call[] = [
  {
    id: "createPayout",
    // No affiliate has a balance, so the right body is told that its amounts have changed.
    good: 409,
    key: true,
    method: "POST",
    path: () => "/api/v1/payouts",
    body: ({ affiliateId }) => ({
      method: "bank",
      currency: "USD",
      through: "2026-02-28",
      minimum: "5.00",
      affiliates: [affiliateId],
      expected: [{ method: "bank", count: 1, total }],
    }),
    fields: {
      method: "word",
      currency: "currency",
      through: "day",
      affiliates: "ids",
      "expected.0.method": "word",
      "expected.0.count": "revision",
      "expected.0.total.amount": "amount",
      "expected.0.total.currencyCode": "currency",
    },
    required: ["expected", "expected.0.count", "expected.0.total"],
  },
  {
    id: "confirmPayout",
    good: 404,
    method: "POST",
    path: () => `/api/v1/payouts/pyo_${"0".repeat(26)}/confirm`,
    body: { expected: [{ method: "bank", count: 1, total }] },
    fields: { "expected.0.count": "revision", "expected.0.total.currencyCode": "currency" },
    required: ["expected", "expected.0.count", "expected.0.total"],
  },
  {
    id: "decidePayout",
    good: 404,
    method: "POST",
    path: () => `/api/v1/payout-sections/pob_${"0".repeat(26)}/decision`,
    body: decided,
    fields: decidedFields,
    required: ["to", "date"],
  },
  {
    id: "decidePayoutItem",
    good: 404,
    method: "POST",
    path: () => `/api/v1/payout-items/pit_${"0".repeat(26)}/decision`,
    body: decided,
    fields: decidedFields,
    required: ["to", "date"],
  },
  {
    id: "handOverPayoutFile",
    good: 404,
    method: "POST",
    path: () => `/api/v1/payout-parts/poc_${"0".repeat(26)}/file`,
    body: { columns: "sepa", executionDay: "2026-03-17" },
    fields: { columns: "word", executionDay: "day" },
    required: ["columns"],
  },
  {
    id: "changePayoutSettings",
    good: 200,
    method: "PUT",
    path: () => "/api/v1/payout-settings",
    body: {
      schedule: "monthly",
      sendsByItself: false,
      methods: ["paypal", "bank"],
      feeBearer: "shop",
      limits: [{ currency: "USD", minimum: "20.00", approvalAbove: null }],
      bankAccount: { name: "Example Store GmbH", iban: "DE02120300000000202051", bic: "" },
    },
    fields: { schedule: "word", feeBearer: "word", methods: "ids" },
    required: ["schedule", "sendsByItself", "methods", "feeBearer"],
  },
  {
    id: "holdPayouts",
    good: 200,
    method: "PUT",
    path: ({ affiliateId }) => `/api/v1/affiliates/${affiliateId}/payout-hold`,
    body: { note: "Asked for papers" },
    fields: { note: "text" },
    required: [],
  },
  {
    id: "usePayoutDetailsNow",
    good: 409,
    method: "POST",
    path: ({ affiliateId }) => `/api/v1/affiliates/${affiliateId}/payout-details/use-now`,
    body: { details: `pod_${"0".repeat(26)}` },
    fields: { details: "id" },
    required: ["details"],
  },
];
