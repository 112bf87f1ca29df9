import type { StatementLayout } from "./layout.ts";

export const esBankinter: StatementLayout = {
  name: "Bankinter",
  columns: {
    "Fecha contable": "date",
    "Fecha valor": "valueDate",
    Descripción: "reference",
    Importe: "amount",
    Saldo: "balance",
  },
  direction: "minus_is_out",
};
