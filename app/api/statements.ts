import { allStatementsQuery, statementQuery } from "#app/contracts/statement.ts";
import { allStatementsResponse, statementResponse } from "#app/http/statement-response.server.ts";
import { defineCall } from "./define-call.ts";

export const statementCalls = [
  defineCall({
    id: "getStatement",
    method: "GET",
    path: "/affiliates/{id}/statement",
    tag: "Payouts",
    summary:
      "An affiliate's statement of a month or of some days as a file: opening, each movement, closing, by currency (M15).",
    permission: "read",
    query: statementQuery,
    answerText: "The file: a PDF, or CSV.",
    handle: ({ shop, id, query, now }) => statementResponse(shop, id, query, now),
  }),
  defineCall({
    id: "getAllStatements",
    method: "GET",
    path: "/statements",
    tag: "Payouts",
    summary: "The statements of all affiliates of a month or of some days, as one CSV file.",
    permission: "read",
    query: allStatementsQuery,
    answerText: "The file, as CSV: whose row it is, then the columns of a statement.",
    handle: ({ shop, query, now }) => allStatementsResponse(shop, query, now),
  }),
];
