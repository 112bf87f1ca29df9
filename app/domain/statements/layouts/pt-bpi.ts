import type { StatementLayout } from "./layout.ts";

export const ptBpi: StatementLayout = {
  name: "BPI",
  columns: {
    "Data Mov.": "date",
    "Data Valor": "valueDate",
    "Descrição do Movimento": "reference",
    Valor: "amount",
    Saldo: "balance",
  },
  direction: "minus_is_out",
};
