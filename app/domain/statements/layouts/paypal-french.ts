import type { StatementLayout } from "./layout.ts";

export const paypalFrench: StatementLayout = {
  name: "PayPal (French)",
  columns: {
    Date: "date",
    Type: "type",
    État: "status",
    Devise: "currency",
    "Avant commission": "amount",
    Commission: "fee",
    Net: "net",
  },
  more: {
    Nom: "name",
    Heure: "time",
    "Fuseau horaire": "timeZone",
    "Numéro de transaction": "transaction",
    "Numéro de client": "reference",
  },
  direction: "minus_is_out",
  fee: "on_top",
  words: [{ column: "status", word: "Terminé", means: "done" }],
};
