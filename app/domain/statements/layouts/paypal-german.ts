import type { StatementLayout } from "./layout.ts";

export const paypalGerman: StatementLayout = {
  name: "PayPal (German)",
  columns: {
    Datum: "date",
    Typ: "type",
    Status: "status",
    Währung: "currency",
    Brutto: "amount",
    Gebühr: "fee",
    Netto: "net",
    Transaktionscode: "transaction",
    Zollnummer: "reference",
  },
  more: { Name: "name", Uhrzeit: "time", Zeitzone: "timeZone" },
  direction: "minus_is_out",
  fee: "on_top",
  words: [{ column: "status", word: "Abgeschlossen", means: "done" }],
};
