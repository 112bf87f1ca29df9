import type { StatementLayout } from "./layout.ts";

export const dePostbank: StatementLayout = {
  name: "Postbank, Deutsche Bank",
  columns: {
    Buchungstag: "date",
    Wert: "valueDate",
    Umsatzart: "type",
    "Begünstigter / Auftraggeber": "name",
    Verwendungszweck: "reference",
    "Fremde Gebühren": "fee",
    Betrag: "amount",
    Soll: "moneyOut",
    Haben: "moneyIn",
    Währung: "currency",
  },
  more: { Kundenreferenz: "reference" },
  direction: "columns",
  fee: "none",
};
