import type { StatementLayout } from "./layout.ts";

export const wiseTransactions: StatementLayout = {
  name: "Wise (transactions)",
  columns: {
    ID: "transaction",
    Status: "status",
    Direction: "flag",
    "Created on": "startedDate",
    "Finished on": "date",
    "Source fee amount": "fee",
    "Source fee currency": "feeCurrency",
    "Target name": "name",
    "Target amount (after fees)": "amount",
    "Target currency": "currency",
    Reference: "reference",
  },
  more: { Category: "skip" },
  direction: "flag",
  fee: "on_top",
  words: [
    { column: "status", word: "COMPLETED", means: "done" },
    { column: "status", word: "PENDING", means: "pending" },
    { column: "status", word: "CANCELLED", means: "returned" },
    { column: "status", word: "REFUNDED", means: "returned" },
    { column: "status", word: "BOUNCED_BACK", means: "returned" },
    { column: "status", word: "CHARGED_BACK", means: "returned" },
  ],
};
