import type { StatementLayout } from "./layout.ts";

export const beBnpFortis: StatementLayout = {
  name: "BNP Paribas Fortis",
  columns: {
    Volgnummer: "transaction",
    Uitvoeringsdatum: "date",
    Valutadatum: "valueDate",
    Bedrag: "amount",
    "Valuta rekening": "currency",
    Rekeningnummer: "account",
    "Type verrichting": "type",
    "Naam van de tegenpartij": "name",
    Mededeling: "reference",
    Details: "reference",
    Status: "status",
    "Reden van weigering": "refusalReason",
  },
  direction: "minus_is_out",
};
