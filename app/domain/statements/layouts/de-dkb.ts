import type { StatementLayout } from "./layout.ts";

export const deDkb: StatementLayout = {
  name: "DKB",
  columns: {
    Buchungsdatum: "date",
    Wertstellung: "valueDate",
    Status: "status",
    "Zahlungsempfänger*in": "name",
    Verwendungszweck: "reference",
    Umsatztyp: "flag",
    "Betrag (€)": "amount",
  },
  more: { Kundenreferenz: "reference" },
  direction: "minus_is_out",
  currency: "EUR",
};
