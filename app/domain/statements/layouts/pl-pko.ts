import type { StatementLayout } from "./layout.ts";

export const plPko: StatementLayout = {
  name: "PKO BP",
  columns: {
    "Data operacji": "date",
    "Data waluty": "valueDate",
    "Typ transakcji": "type",
    Kwota: "amount",
    Waluta: "currency",
    "Opis transakcji": "reference",
  },
  more: { "Saldo po transakcji": "balance", " ": "reference" },
  direction: "minus_is_out",
  words: [{ column: "type", word: "Blokada", means: "pending" }],
};
