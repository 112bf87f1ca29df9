import { statementQuery } from "../statement.ts";
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
  {
    id: "getStatement",
    method: "get",
    path: "/api/v1/affiliates/{id}/statement",
    tag,
    summary:
      "An affiliate's statement of a month or of some days as a file: opening, each movement, closing, by currency (M15).",
    query: statementQuery,
    answerText: "The file: a PDF, or CSV.",
    errors: reading,
  },
];
