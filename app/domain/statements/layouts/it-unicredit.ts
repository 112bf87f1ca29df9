import type { StatementLayout } from "./layout.ts";

export const itUnicredit: StatementLayout = {
  name: "UniCredit",
  columns: {
    "Data Registrazione": "date",
    "Data valuta": "valueDate",
    Descrizione: "reference",
    "Importo (EUR)": "amount",
  },
  direction: "minus_is_out",
};
