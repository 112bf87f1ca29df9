import type { StatementLayout } from "./layout.ts";

export const nlIng: StatementLayout = {
  name: "ING (Netherlands)",
  columns: {
    Datum: "date",
    "Naam / Omschrijving": "name",
    Rekening: "account",
    Code: "skip",
    "Af Bij": "flag",
    "Bedrag (EUR)": "amount",
    Mutatiesoort: "type",
    Mededelingen: "reference",
  },
  more: { "Saldo na mutatie": "balance" },
  direction: "flag",
  currency: "EUR",
};
