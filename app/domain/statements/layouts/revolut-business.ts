import type { StatementLayout } from "./layout.ts";

export const revolutBusiness: StatementLayout = {
  name: "Revolut Business",
  columns: {
    "Date started (UTC)": "startedDate",
    "Date completed (UTC)": "date",
    ID: "transaction",
    Type: "type",
    State: "status",
    Description: "reference",
    Reference: "reference",
    "Payment currency": "currency",
    Amount: "amount",
    Fee: "fee",
    Balance: "balance",
  },
  more: { "Total amount": "net", "Fee currency": "feeCurrency", Account: "account" },
  direction: "minus_is_out",
  fee: "on_top",
  words: [
    { column: "status", word: "COMPLETED", means: "done" },
    { column: "status", word: "PENDING", means: "pending" },
    { column: "status", word: "REVERTED", means: "not_paid" },
    { column: "status", word: "DECLINED", means: "not_paid" },
    { column: "status", word: "FAILED", means: "not_paid" },
  ],
};
