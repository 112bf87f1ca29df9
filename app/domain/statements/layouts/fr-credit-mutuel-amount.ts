import type { StatementLayout } from "./layout.ts";

export const frCreditMutuelAmount: StatementLayout = {
  name: "Crédit Mutuel, CIC (one amount)",
  columns: {
    Date: "date",
    "Date de valeur": "valueDate",
    Montant: "amount",
    Libellé: "reference",
    Solde: "balance",
  },
  direction: "minus_is_out",
};
