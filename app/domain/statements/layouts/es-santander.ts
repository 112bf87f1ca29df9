import type { StatementLayout } from "./layout.ts";

export const esSantander: StatementLayout = {
  name: "Santander",
  columns: {
    "Fecha Operación": "date",
    "Fecha Valor": "valueDate",
    Concepto: "reference",
    Importe: "amount",
    Divisa: "currency",
    Saldo: "balance",
  },
  direction: "minus_is_out",
};
