import type { StatementLayout } from "./layout.ts";

export const frBoursobank: StatementLayout = {
  name: "BoursoBank",
  columns: {
    dateOp: "date",
    dateVal: "valueDate",
    label: "reference",
    amount: "amount",
    accountNum: "account",
  },
  more: { comment: "reference", category: "skip" },
  direction: "minus_is_out",
  currency: "EUR",
};
