import type { StatementLayout } from "./layout.ts";

export const deVolksbank: StatementLayout = {
  name: "Volksbank, GLS, Sparda",
  columns: {
    "IBAN Auftragskonto": "account",
    Buchungstag: "date",
    Valutadatum: "valueDate",
    "Name Zahlungsbeteiligter": "name",
    Buchungstext: "type",
    Verwendungszweck: "reference",
    Betrag: "amount",
    Waehrung: "currency",
    "Saldo nach Buchung": "balance",
  },
  direction: "minus_is_out",
};
