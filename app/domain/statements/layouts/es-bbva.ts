import type { StatementLayout } from "./layout.ts";

export const esBbva: StatementLayout = {
  name: "BBVA",
  columns: {
    "F.Valor": "valueDate",
    Fecha: "date",
    Concepto: "reference",
    Movimiento: "type",
    Importe: "amount",
    Divisa: "currency",
    Disponible: "balance",
    Observaciones: "reference",
  },
  direction: "minus_is_out",
};
