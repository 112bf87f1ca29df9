import type { Form } from "./form.ts";
import { makePaymentRow, makePayoutRow } from "./payout-rows.ts";

const seen = { expected: "paypal USD 1 500" };
const seenKinds = { expected: "word" } as const;

/** Forms about payouts. */
export const payoutForms: readonly Form[] = [
  {
    name: "a new payout",
    path: () => "/dashboard/affiliates/payouts/new",
    fields: {
      key: "key-of-sixteen-letters",
      method: "paypal",
      currency: "USD",
      through: "",
      program: "",
      minimum: "",
      affiliates: "",
      ...seen,
    },
    kinds: {
      method: "word",
      currency: "currency",
      through: "day",
      program: "id",
      affiliates: "id",
      ...seenKinds,
    },
    optional: ["method", "currency", "through", "program", "minimum", "affiliates"],
  },
  {
    name: "a payout's yes",
    about: makePayoutRow,
    path: (_, id) => `/dashboard/affiliates/payouts/${id}`,
    fields: { intent: "confirm", ...seen },
    kinds: { intent: "word", ...seenKinds },
    optional: [],
  },
  {
    name: "what became of a payment",
    about: makePaymentRow,
    path: () => "/dashboard/payouts/steps",
    fields: { intent: "decide", payment: "{id}", to: "paid", reference: "", note: "", date: "2026-03-01" },
    kinds: { intent: "word", payment: "id", to: "word", date: "day" },
    optional: [],
  },
  {
    name: "the file of a payout",
    about: () => Promise.resolve("poc_00000000000000000000000000"),
    path: () => "/dashboard/payouts/steps",
    fields: { intent: "createFile", request: "{id}", columns: "sepa", executionDay: "2026-03-17" },
    kinds: { request: "id", columns: "word", executionDay: "day" },
    optional: ["executionDay"],
  },
  {
    name: "the payout settings",
    path: () => "/dashboard/settings/payouts",
    fields: {
      schedule: "weekly",
      feeBearer: "shop",
      methods: "bank",
      "limits.USD.minimum": "5.00",
      bankName: "Example Store GmbH",
      bankIban: "DE02120300000000202051",
      bankBic: "",
    },
    kinds: { schedule: "word", feeBearer: "word", methods: "word" },
    optional: [],
  },
  {
    name: "the PayPal account",
    path: () => "/dashboard/settings/payouts/paypal",
    fields: { intent: "connect", environment: "sandbox", clientId: "client", clientSecret: "secret" },
    kinds: { intent: "word", environment: "word" },
    optional: [],
  },
  {
    name: "a hold on payouts",
    path: ({ affiliateId }) => `/dashboard/affiliates/${affiliateId}`,
    fields: { intent: "pause-payouts", note: "Asked for papers" },
    kinds: { note: "text" },
    optional: ["note"],
  },
  {
    name: "the early use of payout details",
    path: ({ affiliateId }) => `/dashboard/affiliates/${affiliateId}`,
    fields: { intent: "use-details", details: `pod_${"0".repeat(26)}` },
    kinds: { details: "id" },
    optional: [],
  },
];
