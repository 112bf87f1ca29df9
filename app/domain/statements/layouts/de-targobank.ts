import type { StatementLayout } from "./layout.ts";

export const deTargobank: StatementLayout = {
  name: "Targobank",
  columns: ["date", "reference", "amount", "name"],
  direction: "minus_is_out",
};
