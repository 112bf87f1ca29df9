import type { Call } from "./call.ts";

const rules = {
  precedence: ["click", "code"],
  touch: "first",
  binding: { kind: "days", days: 90 },
  newCustomer: "affiliate",
};
const ruleFields = {
  precedence: "ids",
  touch: "word",
  newCustomer: "word",
  "binding.kind": "word",
  "binding.days": "days",
} as const;
const required = ["precedence", "touch", "binding", "binding.kind", "binding.days", "newCustomer"];

/** Calls about how orders find their affiliate, and about what looks wrong. */
export const attributionCalls: readonly Call[] = [
  {
    id: "changeAttribution",
    good: 200,
    method: "PUT",
    path: () => "/api/v1/attribution",
    body: rules,
    fields: ruleFields,
    required,
  },
  {
    id: "previewAttribution",
    good: 200,
    method: "POST",
    path: () => "/api/v1/attribution/preview",
    body: rules,
    fields: ruleFields,
    required,
  },
  {
    id: "bindCustomer",
    good: 201,
    method: "POST",
    path: () => "/api/v1/attribution/customers",
    body: ({ affiliateId }) => ({ email: "ines@example.com", affiliateId }),
    fields: { email: "email", affiliateId: "id" },
    required: ["email", "affiliateId"],
  },
  {
    id: "giveProduct",
    good: 503,
    method: "POST",
    path: () => "/api/v1/attribution/products",
    body: ({ affiliateId }) => ({ productId: "7001", affiliateId }),
    fields: { productId: "id", affiliateId: "id" },
    required: ["productId", "affiliateId"],
  },
  {
    id: "decideClaim",
    good: 404,
    method: "POST",
    path: () => `/api/v1/claims/clm_${"0".repeat(26)}/decision`,
    body: { decision: "decline", answer: "Somebody else brought them" },
    fields: { decision: "word", answer: "text" },
    required: ["decision", "answer"],
  },
  {
    id: "decideFlag",
    good: 404,
    method: "POST",
    path: () => `/api/v1/flags/flg_${"0".repeat(26)}/decision`,
    body: { status: "dismissed", note: "It is their shop" },
    fields: { status: "word", note: "text" },
    required: ["status"],
  },
  {
    id: "changeFraudRule",
    good: 200,
    method: "PUT",
    path: () => "/api/v1/fraud-rules/fast-order",
    body: { action: "note", limits: { seconds: 20 } },
    fields: { action: "word", "limits.seconds": "days", "limits.horoscope": "days" },
    required: ["action"],
  },
  {
    id: "previewFraudRule",
    good: 200,
    method: "POST",
    path: () => "/api/v1/fraud-rules/fast-order/preview",
    body: { limits: { seconds: 20 } },
    fields: { "limits.seconds": "days", "limits.horoscope": "days" },
    required: [],
  },
];
