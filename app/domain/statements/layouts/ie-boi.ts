import type { StatementLayout } from "./layout.ts";

export const ieBoi: StatementLayout = {
  name: "Bank of Ireland",
  columns: { Date: "date", Details: "reference", Debit: "moneyOut", Credit: "moneyIn", Balance: "balance" },
  direction: "columns",
};
