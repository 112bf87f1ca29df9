import type { StatementLayout } from "./layout.ts";

export const plMbank: StatementLayout = {
  name: "mBank",
  columns: { "#Data operacji": "date", "#Opis operacji": "reference", "#Kwota": "amount" },
  more: {
    "#Data księgowania": "date",
    "#Tytuł": "reference",
    "#Nadawca/Odbiorca": "name",
    "#Saldo po operacji": "balance",
    "#Rachunek": "skip",
    "#Kategoria": "skip",
  },
  direction: "minus_is_out",
  currency: "PLN",
};
