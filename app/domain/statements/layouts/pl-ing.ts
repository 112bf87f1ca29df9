import type { StatementLayout } from "./layout.ts";

export const plIng: StatementLayout = {
  name: "ING (Poland)",
  columns: {
    "Data transakcji": "startedDate",
    "Data księgowania": "date",
    "Dane kontrahenta": "name",
    Tytuł: "reference",
    "Kwota transakcji (waluta rachunku)": "amount",
    "Kwota blokady/zwolnienie blokady": "pendingAmount",
    Waluta: "currency",
  },
  more: {
    "Nr transakcji": "transaction",
    Szczegóły: "type",
    "Saldo po transakcji": "balance",
    Konto: "skip",
  },
  direction: "minus_is_out",
};
