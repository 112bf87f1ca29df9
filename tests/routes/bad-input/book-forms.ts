import type { Form } from "./form.ts";
import { makeStatementRow, makeUploadRow } from "./statement-rows.ts";

/** Forms about closed periods and providers' statements. */
export const bookForms: readonly Form[] = [
  {
    name: "a closed month",
    path: () => "/dashboard/settings/ledger/periods",
    fields: { month: "2026-01" },
    kinds: { month: "month" },
    optional: [],
  },
  {
    name: "a provider's report",
    path: () => "/dashboard/affiliates/payouts/reconcile",
    fields: { first: "2026-03-01", last: "2026-03-05" },
    kinds: { first: "day", last: "day" },
    optional: [],
  },
  {
    name: "an uploaded statement",
    about: makeUploadRow,
    path: (_, id) => `/dashboard/affiliates/payouts/reconcile/uploads/${id}`,
    fields: { intent: "confirm", rememberAs: "ING" },
    kinds: { intent: "word", rememberAs: "text" },
    optional: ["rememberAs"],
  },
  {
    name: "a line of a statement",
    about: makeStatementRow,
    path: (_, id) => `/dashboard/affiliates/payouts/reconcile/${id}`,
    fields: { intent: "resolve", lines: "1", step: "noted", note: "Not ours", affiliate: "ada@example.com" },
    kinds: { intent: "word", lines: "revision", step: "word", note: "text", affiliate: "text" },
    optional: ["lines", "affiliate"],
  },
];
