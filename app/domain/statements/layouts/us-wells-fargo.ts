import type { StatementLayout } from "./layout.ts";

export const usWellsFargo: StatementLayout = {
  name: "Wells Fargo",
  columns: ["date", "amount", "=*", null, "reference"],
  dates: "mdy",
  direction: "minus_is_out",
  currency: "USD",
};
