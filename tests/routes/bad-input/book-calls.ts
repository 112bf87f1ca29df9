import type { Call } from "./call.ts";

/** Calls about closed periods and providers' statements. */
export const bookCalls: readonly Call[] = [
  {
    id: "closeMonth",
    good: 201,
    method: "POST",
    path: () => "/api/v1/ledger/periods",
    body: { month: "2026-01" },
    fields: { month: "month" },
    required: ["month"],
  },
  {
    id: "takeReport",
    // PayPal is not set up in the tests.
    good: 503,
    method: "POST",
    path: () => "/api/v1/reconciliations/report",
    body: { provider: "paypal", first: "2026-03-01", last: "2026-03-05" },
    fields: { provider: "word", first: "day", last: "day" },
    required: ["first", "last"],
  },
  {
    id: "mapStatementUpload",
    good: 404,
    method: "PUT",
    path: () => `/api/v1/statement-uploads/psd_${"0".repeat(26)}`,
    body: { provider: "bank", dates: "dmy", decimals: "comma", fee: "none", currency: "EUR" },
    fields: { provider: "word", dates: "word", decimals: "word", fee: "word" },
    required: [],
  },
  {
    id: "confirmStatementUpload",
    good: 404,
    method: "POST",
    path: () => `/api/v1/statement-uploads/psd_${"0".repeat(26)}/confirm`,
    body: { rememberAs: "ING" },
    fields: { rememberAs: "text" },
    required: [],
  },
  {
    id: "resolveLines",
    good: 404,
    method: "POST",
    path: () => `/api/v1/reconciliations/pst_${"0".repeat(26)}/lines`,
    body: { lines: [1], step: "noted", note: "Not ours", affiliate: "ada@example.com" },
    fields: { step: "word", note: "text", affiliate: "text" },
    required: ["lines", "step"],
  },
];
