import type { StatementLayout } from "./layout.ts";

export const ieAib: StatementLayout = {
  name: "AIB",
  columns: {
    "Posted Account": "account",
    "Posted Transactions Date": "date",
    Description1: "reference",
    Description2: "reference",
    Description3: "reference",
    "Debit Amount": "moneyOut",
    "Credit Amount": "moneyIn",
    Balance: "balance",
    "Posted Currency": "currency",
  },
  more: { "Transaction Type": "type", "Local Currency Amount": "skip", "Local Currency": "skip" },
  dates: "dmy",
  direction: "columns",
};
