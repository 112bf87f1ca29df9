import type { StatementLayout } from "./layout.ts";

export const revolut: StatementLayout = {
  name: "Revolut",
  columns: {
    Type: "type",
    "Started Date": "startedDate",
    "Completed Date": "date",
    Description: "reference",
    Amount: "amount",
    Fee: "fee",
    Currency: "currency",
    State: "status",
    Balance: "balance",
  },
  more: { Product: "skip", Reference: "reference", ID: "transaction" },
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
