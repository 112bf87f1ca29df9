import type { StatementLayout } from "./layout.ts";

export const esCaixabank: StatementLayout = {
  name: "CaixaBank",
  columns: {
    Divisa: "currency",
    "F. Operación": "date",
    "F. Valor": "valueDate",
    "Ingreso (+)": "moneyIn",
    "Gasto (-)": "moneyOut",
    "Concepto común": "skip",
  },
  more: {
    "Número de cuenta": "account",
    "Saldo (+)": "balance",
    "Saldo (-)": "skip",
    "Referencia 1": "reference",
    "Referencia 2": "reference",
    "Concepto complementario 1": "reference",
    "Concepto complementario 2": "reference",
    "Concepto complementario 3": "reference",
  },
  direction: "columns",
};
