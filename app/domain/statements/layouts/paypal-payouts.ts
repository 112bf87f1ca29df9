import type { StatementLayout } from "./layout.ts";

export const paypalPayouts: StatementLayout = {
  name: "PayPal (payouts)",
  columns: {
    "Payout item id": "item",
    "Sender item id": "reference",
    "Transaction ID": "transaction",
    "Transaction status": "status",
    "Payout amount": "amount",
    "Payout currency": "currency",
    "Payout fee": "fee",
    "Time processed": "date",
  },
  more: { Receiver: "name" },
  direction: "plus_is_out",
  fee: "on_top",
  words: [
    { column: "status", word: "SUCCESS", means: "done" },
    { column: "status", word: "RETURNED", means: "returned" },
    { column: "status", word: "REFUNDED", means: "returned" },
    { column: "status", word: "REVERSED", means: "returned" },
  ],
};
