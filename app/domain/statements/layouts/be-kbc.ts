import type { StatementLayout } from "./layout.ts";

export const beKbc: StatementLayout = {
  name: "KBC",
  columns: {
    Rekeningnummer: "account",
    Munt: "currency",
    Datum: "date",
    Omschrijving: "reference",
    Valuta: "valueDate",
    Bedrag: "amount",
    Saldo: "balance",
    credit: "moneyIn",
    debet: "moneyOut",
    "Naam tegenpartij": "name",
  },
  more: { "gestructureerde mededeling": "reference", "Vrije mededeling": "reference" },
  direction: "columns",
};
