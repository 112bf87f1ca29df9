import type { StatementLayout } from "./layout.ts";

export const nlKnab: StatementLayout = {
  name: "Knab",
  columns: {
    Rekeningnummer: "account",
    Transactiedatum: "date",
    Valutacode: "currency",
    CreditDebet: "flag",
    Bedrag: "amount",
    Tegenrekeninghouder: "name",
    Valutadatum: "valueDate",
    Omschrijving: "reference",
  },
  more: { Referentie: "reference", "Type betaling": "type" },
  direction: "flag",
};
