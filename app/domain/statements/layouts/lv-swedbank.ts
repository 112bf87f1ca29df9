import type { StatementLayout } from "./layout.ts";

export const lvSwedbank: StatementLayout = {
  name: "Swedbank",
  columns: {
    "Account No": "account",
    Date: "date",
    Beneficiary: "name",
    Details: "reference",
    Amount: "amount",
    Currency: "currency",
    "D/K": "flag",
  },
  more: { "Record ID": "transaction", "Reference No": "reference" },
  direction: "flag",
};
