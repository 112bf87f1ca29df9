import type { StatementLayout } from "./layout.ts";

export const itFineco: StatementLayout = {
  name: "Fineco",
  columns: {
    "Data Operazione": "date",
    "Data Valuta": "valueDate",
    Entrate: "moneyIn",
    Uscite: "moneyOut",
    Descrizione: "type",
    Descrizione_Completa: "reference",
    Stato: "status",
  },
  direction: "columns",
  currency: "EUR",
};
