import type { StatementLayout } from "./layout.ts";

export const esAbanca: StatementLayout = {
  name: "ABANCA",
  columns: {
    "Fecha ctble": "date",
    "Fecha valor": "valueDate",
    Concepto: "reference",
    Importe: "amount",
    Saldo: "balance",
  },
  more: { "Concepto ampliado": "reference", Referencia: "reference", Moneda: "currency" },
  direction: "minus_is_out",
};
