import type { StatementLayout } from "./layout.ts";

export const paypalEnglish: StatementLayout = {
  name: "PayPal",
  columns: {
    Date: "date",
    Type: "type",
    Status: "status",
    Currency: "currency",
    Gross: "amount",
    Fee: "fee",
    "Transaction ID": "transaction",
    "Custom Number": "reference",
  },
  more: {
    Time: "time",
    TimeZone: "timeZone",
    "Time Zone": "timeZone",
    Name: "name",
    "To Email Address": "name",
    Net: "net",
    Balance: "skip",
    "Balance Impact": "flag",
  },
  direction: "minus_is_out",
  fee: "on_top",
  words: [
    { column: "status", word: "Completed", means: "done" },
    { column: "status", word: "Returned", means: "returned" },
    { column: "status", word: "Refunded", means: "returned" },
    { column: "status", word: "Reversed", means: "returned" },
  ],
};
