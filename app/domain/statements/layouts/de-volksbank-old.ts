import type { StatementLayout } from "./layout.ts";

export const deVolksbankOld: StatementLayout = {
  name: "Volksbank (old)",
  columns: {
    Buchungstag: "date",
    Valuta: "valueDate",
    "Empfänger/Zahlungspflichtiger": "name",
    "Vorgang/Verwendungszweck": "reference",
    Währung: "currency",
    Umsatz: "amount",
    " ": "flag",
  },
  more: { Kundenreferenz: "reference" },
  direction: "flag",
};
