import type { StatementLayout } from "./layout.ts";

export const paypalDutch: StatementLayout = {
  name: "PayPal (Dutch)",
  columns: {
    Datum: "date",
    Type: "type",
    Status: "status",
    Valuta: "currency",
    Bruto: "amount",
    Kosten: "fee",
    Netto: "net",
  },
  more: {
    Naam: "name",
    Tijd: "time",
    Tijdzone: "timeZone",
    Transactiereferentie: "transaction",
    Klantnummer: "reference",
  },
  direction: "minus_is_out",
  fee: "on_top",
  words: [{ column: "status", word: "Voltooid", means: "done" }],
};
