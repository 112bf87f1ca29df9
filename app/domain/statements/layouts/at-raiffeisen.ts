import type { StatementLayout } from "./layout.ts";

export const atRaiffeisen: StatementLayout = {
  name: "Raiffeisen (Austria)",
  columns: ["date", "reference", "valueDate", "amount", "currency", null],
  direction: "minus_is_out",
};
