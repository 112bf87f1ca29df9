import type { StatementLayout } from "./layout.ts";

export const nlAbnAmro: StatementLayout = {
  name: "ABN AMRO",
  columns: [null, "currency", "date", null, null, "valueDate", "amount", "reference"],
  direction: "minus_is_out",
};
