import type { StatementLayout } from "./layout.ts";

export const frCreditAgricole: StatementLayout = {
  name: "Crédit Agricole",
  columns: { Date: "date", Libellé: "reference", "Débit euros": "moneyOut", "Crédit euros": "moneyIn" },
  direction: "columns",
};
