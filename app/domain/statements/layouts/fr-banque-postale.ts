import type { StatementLayout } from "./layout.ts";

export const frBanquePostale: StatementLayout = {
  name: "La Banque Postale",
  columns: { Date: "date", Libellé: "reference", "Montant(EUROS)": "amount" },
  more: { "Montant(FRANCS)": "skip" },
  direction: "minus_is_out",
  currency: "EUR",
};
