import type { StatementLayout } from "./layout.ts";

export const ptBcp: StatementLayout = {
  name: "Millennium BCP",
  columns: {
    "Data lançamento": "date",
    "Data valor": "valueDate",
    Descrição: "reference",
    Montante: "amount",
    "Saldo contabilístico": "balance",
  },
  more: { Tipo: "flag" },
  direction: "minus_is_out",
  currency: "EUR",
};
