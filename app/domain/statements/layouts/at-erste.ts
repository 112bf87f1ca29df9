import type { StatementLayout } from "./layout.ts";

export const atErste: StatementLayout = {
  name: "Erste Bank",
  columns: { Buchungsdatum: "date", Partnername: "name", Betrag: "amount", Währung: "currency" },
  more: {
    "Buchungs-Details": "reference",
    "Buchungs-Info": "reference",
    Verwendungszweck: "reference",
    Zahlungsreferenz: "reference",
    Valutadatum: "valueDate",
  },
  direction: "minus_is_out",
};
