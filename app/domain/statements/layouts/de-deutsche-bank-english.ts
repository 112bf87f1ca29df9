import type { StatementLayout } from "./layout.ts";

export const deDeutscheBankEnglish: StatementLayout = {
  name: "Deutsche Bank (English)",
  columns: {
    "Booking date": "date",
    "Value date": "valueDate",
    "Transaction Type": "type",
    "Beneficiary / Originator": "name",
    "Payment Details": "reference",
    "Compensation amount": "fee",
    Debit: "moneyOut",
    Credit: "moneyIn",
    Currency: "currency",
  },
  more: { "Customer Reference": "reference", "Original Amount": "skip" },
  dates: "mdy",
  direction: "columns",
  fee: "none",
};
