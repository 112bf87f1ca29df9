import type { StatementLayout } from "./layout.ts";

export const deN26: StatementLayout = {
  name: "N26",
  columns: {
    "Booking Date": "date",
    "Value Date": "valueDate",
    "Partner Name": "name",
    Type: "type",
    "Payment Reference": "reference",
    "Amount (EUR)": "amount",
  },
  direction: "minus_is_out",
};
