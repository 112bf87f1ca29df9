import type { StatementLayout } from "./layout.ts";

export const chZkb: StatementLayout = {
  name: "Zürcher Kantonalbank",
  columns: {
    Datum: "date",
    Buchungstext: "reference",
    Whg: "skip",
    "Betrag Detail": "detailAmount",
    "ZKB-Referenz": "transaction",
    "Belastung CHF": "moneyOut",
    "Gutschrift CHF": "moneyIn",
    Valuta: "valueDate",
    "Saldo CHF": "balance",
  },
  more: { Zahlungszweck: "reference", Referenznummer: "reference", Details: "reference" },
  direction: "columns",
  currency: "CHF",
};
