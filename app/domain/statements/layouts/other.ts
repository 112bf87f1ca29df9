import type { StatementLayout } from "../reading.ts";

export const americanLayouts: readonly StatementLayout[] = [
  {
    name: "Bank of America",
    columns: { Date: "date", Description: "reference", Amount: "amount", "Running Bal.": "balance" },
    dates: "mdy",
    direction: "minus_is_out",
    currency: "USD",
  },
  {
    name: "Chase",
    columns: {
      Details: "flag",
      "Posting Date": "date",
      Description: "reference",
      Amount: "amount",
      Type: "type",
      Balance: "balance",
    },
    more: { "Check or Slip #": "skip" },
    dates: "mdy",
    direction: "minus_is_out",
    currency: "USD",
  },
  {
    name: "Mercury",
    columns: {
      "Date (UTC)": "date",
      Description: "name",
      Amount: "amount",
      Status: "status",
      "Source Account": "account",
      "Bank Description": "reference",
      Reference: "reference",
      Note: "reference",
    },
    dates: "mdy",
    direction: "minus_is_out",
    currency: "USD",
    words: [
      { column: "status", word: "Sent", means: "done" },
      { column: "status", word: "Pending", means: "pending" },
    ],
  },
  {
    name: "Wells Fargo",
    columns: ["date", "amount", "=*", null, "reference"],
    dates: "mdy",
    direction: "minus_is_out",
    currency: "USD",
  },
];

export const britishLayouts: readonly StatementLayout[] = [
  {
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
  },
  {
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
  },
  {
    name: "Starling",
    columns: {
      Date: "date",
      "Counter Party": "name",
      Reference: "reference",
      Type: "type",
      "Amount (GBP)": "amount",
      "Balance (GBP)": "balance",
    },
    more: { Notes: "reference" },
    dates: "dmy",
    direction: "minus_is_out",
  },
];

export const irishLayouts: readonly StatementLayout[] = [
  {
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
  },
  {
    name: "Bank of Ireland",
    columns: { Date: "date", Details: "reference", Debit: "moneyOut", Credit: "moneyIn", Balance: "balance" },
    direction: "columns",
  },
];

export const latvianLayouts: readonly StatementLayout[] = [
  {
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
  },
];

export const polishLayouts: readonly StatementLayout[] = [
  {
    name: "ING (Poland)",
    columns: {
      "Data transakcji": "startedDate",
      "Data księgowania": "date",
      "Dane kontrahenta": "name",
      Tytuł: "reference",
      "Kwota transakcji (waluta rachunku)": "amount",
      "Kwota blokady/zwolnienie blokady": "pendingAmount",
      Waluta: "currency",
    },
    more: {
      "Nr transakcji": "transaction",
      Szczegóły: "type",
      "Saldo po transakcji": "balance",
      Konto: "skip",
    },
    direction: "minus_is_out",
  },
  {
    name: "mBank",
    columns: { "#Data operacji": "date", "#Opis operacji": "reference", "#Kwota": "amount" },
    more: {
      "#Data księgowania": "date",
      "#Tytuł": "reference",
      "#Nadawca/Odbiorca": "name",
      "#Saldo po operacji": "balance",
      "#Rachunek": "skip",
      "#Kategoria": "skip",
    },
    direction: "minus_is_out",
    currency: "PLN",
  },
  {
    name: "PKO BP",
    columns: {
      "Data operacji": "date",
      "Data waluty": "valueDate",
      "Typ transakcji": "type",
      Kwota: "amount",
      Waluta: "currency",
      "Opis transakcji": "reference",
    },
    more: { "Saldo po transakcji": "balance", " ": "reference" },
    direction: "minus_is_out",
    words: [{ column: "type", word: "Blokada", means: "pending" }],
  },
];
