import { owedListWire, owedQuery } from "../owed.ts";
import { type ApiCall, reading } from "./api-call.ts";

const tag = "Payouts";

/** What of the books is about payouts: what is owed, statements, and what providers say. */
export const payoutBookCalls: readonly ApiCall[] = [
  {
    id: "listOwed",
    method: "get",
    path: "/api/v1/payouts/owed",
    tag,
    summary:
      "List what affiliates have in each currency, now or at the end of a day, with the totals; with `status` the largest first.",
    query: owedQuery,
    answer: owedListWire,
    errors: reading,
  },
];
