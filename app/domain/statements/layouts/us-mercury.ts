import type { StatementLayout } from "./layout.ts";

export const usMercury: StatementLayout = {
  name: "Mercury",
  columns: {
    "Date (UTC)": "date",
    Description: "name",
    Amount: "amount",
    Status: "status",
    "Source Account": "account",
    "Bank Description": "reference",
    Reference: "reference",
    Note: "reference",
  },
  dates: "mdy",
  direction: "minus_is_out",
  currency: "USD",
  words: [
    { column: "status", word: "Sent", means: "done" },
    { column: "status", word: "Pending", means: "pending" },
  ],
};
