import type { StatementLayout } from "./layout.ts";

export const deN26Old: StatementLayout = {
  name: "N26 (old)",
  columns: {
    Date: "date",
    Payee: "name",
    "Account number": "skip",
    "Transaction type": "type",
    "Payment reference": "reference",
    "Amount (EUR)": "amount",
  },
  direction: "minus_is_out",
};
