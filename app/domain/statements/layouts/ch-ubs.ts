import type { StatementLayout } from "./layout.ts";

export const chUbs: StatementLayout = {
  name: "UBS",
  columns: {
    Abschlussdatum: "skip",
    Buchungsdatum: "date",
    Valutadatum: "valueDate",
    Währung: "currency",
    Belastung: "moneyOut",
    Gutschrift: "moneyIn",
    Einzelbetrag: "detailAmount",
    Saldo: "balance",
    "Transaktions-Nr.": "transaction",
    Beschreibung1: "reference",
    Beschreibung2: "reference",
    Beschreibung3: "reference",
  },
  more: { Fussnoten: "reference" },
  direction: "columns",
};
