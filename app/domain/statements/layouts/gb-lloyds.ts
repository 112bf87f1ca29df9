import type { StatementLayout } from "./layout.ts";

export const gbLloyds: StatementLayout = {
  name: "Lloyds, Halifax, TSB",
  columns: {
    "Transaction Date": "date",
    "Transaction Type": "type",
    "Transaction Description": "reference",
    "Debit Amount": "moneyOut",
    "Credit Amount": "moneyIn",
    Balance: "balance",
  },
  more: { "Account Number": "account" },
  dates: "dmy",
  direction: "columns",
  currency: "GBP",
};
