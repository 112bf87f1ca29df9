import type { StatementLayout } from "./layout.ts";

export const gbNationwide: StatementLayout = {
  name: "Nationwide",
  columns: {
    Date: "date",
    "Transaction type": "type",
    Description: "reference",
    "Paid out": "moneyOut",
    "Paid in": "moneyIn",
    Balance: "balance",
  },
  direction: "columns",
};
