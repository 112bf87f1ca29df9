import type { StatementLayout } from "./layout.ts";

export const frCreditMutuel: StatementLayout = {
  name: "Crédit Mutuel, CIC",
  columns: {
    Date: "date",
    "Date de valeur": "valueDate",
    Débit: "moneyOut",
    Crédit: "moneyIn",
    Libellé: "reference",
    Solde: "balance",
  },
  direction: "columns",
};
