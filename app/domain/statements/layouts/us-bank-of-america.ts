import type { StatementLayout } from "./layout.ts";

export const usBankOfAmerica: StatementLayout = {
  name: "Bank of America",
  columns: { Date: "date", Description: "reference", Amount: "amount", "Running Bal.": "balance" },
  dates: "mdy",
  direction: "minus_is_out",
  currency: "USD",
};
