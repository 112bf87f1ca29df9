import type { StatementLayout } from "./layout.ts";

export const esSabadell: StatementLayout = {
  name: "Banco Sabadell",
  columns: {
    "F. Operativa": "date",
    Concepto: "reference",
    "F. Valor": "valueDate",
    Importe: "amount",
    Saldo: "balance",
    "Referencia 1": "reference",
    "Referencia 2": "reference",
  },
  direction: "minus_is_out",
  currency: "EUR",
};
