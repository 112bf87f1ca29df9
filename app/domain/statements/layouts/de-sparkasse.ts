import type { StatementLayout } from "./layout.ts";

export const deSparkasse: StatementLayout = {
  name: "Sparkasse",
  columns: {
    Auftragskonto: "account",
    Buchungstag: "date",
    Valutadatum: "valueDate",
    Buchungstext: "type",
    Verwendungszweck: "reference",
    "Beguenstigter/Zahlungspflichtiger": "name",
    Betrag: "amount",
    Waehrung: "currency",
    Info: "status",
  },
  more: { "Kundenreferenz (End-to-End)": "reference" },
  direction: "minus_is_out",
};
