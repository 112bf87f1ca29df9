import type { StatementLayout } from "./layout.ts";

export const nlRabobank: StatementLayout = {
  name: "Rabobank",
  columns: {
    "IBAN/BBAN": "account",
    Munt: "currency",
    Volgnr: "skip",
    Datum: "date",
    Rentedatum: "valueDate",
    Bedrag: "amount",
    "Saldo na trn": "balance",
    "Naam tegenpartij": "name",
    "Omschrijving-1": "reference",
    "Reden retour": "returnReason",
  },
  more: {
    Transactiereferentie: "reference",
    Betalingskenmerk: "reference",
    "Omschrijving-2": "reference",
    "Omschrijving-3": "reference",
  },
  direction: "minus_is_out",
};
