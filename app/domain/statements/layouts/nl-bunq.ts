import type { StatementLayout } from "./layout.ts";

export const nlBunq: StatementLayout = {
  name: "bunq",
  columns: {
    Date: "date",
    "Interest Date": "valueDate",
    Amount: "amount",
    Account: "account",
    Counterparty: "skip",
    Name: "name",
    Description: "reference",
  },
  direction: "minus_is_out",
  currency: "EUR",
};
