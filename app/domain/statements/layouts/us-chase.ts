import type { StatementLayout } from "./layout.ts";

export const usChase: StatementLayout = {
  name: "Chase",
  columns: {
    Details: "flag",
    "Posting Date": "date",
    Description: "reference",
    Amount: "amount",
    Type: "type",
    Balance: "balance",
  },
  more: { "Check or Slip #": "skip" },
  dates: "mdy",
  direction: "minus_is_out",
  currency: "USD",
};
