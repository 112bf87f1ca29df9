import type { StatementLayout } from "./layout.ts";

export const deCommerzbank: StatementLayout = {
  name: "Commerzbank",
  columns: {
    Buchungstag: "date",
    Wertstellung: "valueDate",
    Umsatzart: "type",
    Buchungstext: "reference",
    Betrag: "amount",
    Währung: "currency",
    "IBAN Kontoinhaber": "account",
  },
  direction: "minus_is_out",
};
