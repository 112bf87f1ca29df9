import type { StatementLayout } from "./layout.ts";

export const atEasybank: StatementLayout = {
  name: "easybank",
  columns: [null, "reference", "date", "valueDate", "amount", "currency"],
  direction: "minus_is_out",
};
