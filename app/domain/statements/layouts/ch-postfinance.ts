import type { StatementLayout } from "./layout.ts";

export const chPostfinance: StatementLayout = {
  name: "PostFinance",
  columns: {
    Buchungsdatum: "date",
    Avisierungstext: "reference",
    "Gutschrift in CHF": "moneyIn",
    "Lastschrift in CHF": "moneyOut",
    Valuta: "valueDate",
  },
  more: { "Saldo in CHF": "balance" },
  direction: "columns",
  currency: "CHF",
};
