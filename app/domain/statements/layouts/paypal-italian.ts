import type { StatementLayout } from "./layout.ts";

export const paypalItalian: StatementLayout = {
  name: "PayPal (Italian)",
  columns: {
    Data: "date",
    Tipo: "type",
    Stato: "status",
    Valuta: "currency",
    Lordo: "amount",
    Tariffa: "fee",
    Netto: "net",
  },
  more: {
    Nome: "name",
    Orario: "time",
    "Fuso orario": "timeZone",
    "Codice transazione": "transaction",
    "Numero cliente": "reference",
  },
  direction: "minus_is_out",
  fee: "on_top",
  words: [{ column: "status", word: "Completata", means: "done" }],
};
