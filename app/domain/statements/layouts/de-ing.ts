import type { StatementLayout } from "./layout.ts";

export const deIng: StatementLayout = {
  name: "ING (Germany)",
  columns: {
    Buchung: "date",
    Wertstellungsdatum: "valueDate",
    "Auftraggeber/Empfänger": "name",
    Buchungstext: "type",
    Verwendungszweck: "reference",
    Betrag: "amount",
    Währung: "currency",
  },
  more: { Saldo: "balance" },
  direction: "minus_is_out",
};
