import type { StatementLayout } from "./layout.ts";

export const ptCgd: StatementLayout = {
  name: "Caixa Geral de Depósitos",
  columns: {
    "Data mov.": "date",
    "Data valor": "valueDate",
    Descrição: "reference",
    Débito: "moneyOut",
    Crédito: "moneyIn",
    "Saldo contabilístico": "balance",
  },
  more: { Categoria: "skip" },
  direction: "columns",
  currency: "EUR",
};
