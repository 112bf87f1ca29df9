import type { StatementLayout } from "./layout.ts";

export const paypalSpanish: StatementLayout = {
  name: "PayPal (Spanish)",
  columns: {
    Fecha: "date",
    Tipo: "type",
    Estado: "status",
    Divisa: "currency",
    Bruto: "amount",
    Tarifa: "fee",
    Neto: "net",
  },
  more: {
    Nombre: "name",
    Hora: "time",
    "Zona horaria": "timeZone",
    "Id. de transacción": "transaction",
    "Número de cliente": "reference",
  },
  direction: "minus_is_out",
  fee: "on_top",
  words: [{ column: "status", word: "Completado", means: "done" }],
};
