import type { StatementLayout } from "./layout.ts";

export const wiseStatement: StatementLayout = {
  name: "Wise (balance statement)",
  columns: {
    "TransferWise ID": "transaction",
    Date: "date",
    Amount: "amount",
    Currency: "currency",
    Description: "reference",
    "Payment Reference": "reference",
    "Running Balance": "balance",
    "Payee Name": "name",
    "Total fees": "fee",
  },
  more: { "Transaction Type": "flag", Note: "reference", "Transaction Details Type": "type" },
  dates: "dmy",
  direction: "minus_is_out",
  fee: "included",
};
