import type { StatementLayout } from "./layout.ts";

export const gbStarling: StatementLayout = {
  name: "Starling",
  columns: {
    Date: "date",
    "Counter Party": "name",
    Reference: "reference",
    Type: "type",
    "Amount (GBP)": "amount",
    "Balance (GBP)": "balance",
  },
  more: { Notes: "reference" },
  dates: "dmy",
  direction: "minus_is_out",
};
