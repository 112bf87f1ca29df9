import type { StatementLayout } from "./layout.ts";

export const itBancoposta: StatementLayout = {
  name: "BancoPosta",
  columns: {
    "Data Contabile": "date",
    "Data Valuta": "valueDate",
    "Addebiti (euro)": "moneyOut",
    "Accrediti (euro)": "moneyIn",
    "Descrizione operazioni": "reference",
  },
  direction: "columns",
};
