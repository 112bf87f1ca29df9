import { allStatementsQuery, statementQuery } from "../statement.ts";
import { batchBooksWire } from "../batch-books.ts";
import { providerStatementWire, statementListWire } from "../provider-statement.ts";
import {
  confirmBody,
  discardedWire,
  mappingBody,
  statementDraftWire,
  uploadQuery,
} from "../statement-draft.ts";
import {
  lineListQuery,
  lineListWire,
  reportBody,
  resolveBody,
  resolvedWire,
  statementListQuery,
} from "../reconciliation.ts";
import { owedListWire, owedQuery } from "../owed.ts";
import { type ApiCall, reading, writing } from "./api-call.ts";

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
  {
    id: "getAllStatements",
    method: "get",
    path: "/api/v1/statements",
    tag,
    summary: "The statements of all affiliates of a month or of some days, as one CSV file.",
    query: allStatementsQuery,
    answerText: "The file, as CSV: whose row it is, then the columns of a statement.",
    errors: reading,
  },
  {
    id: "getPayoutBooks",
    method: "get",
    path: "/api/v1/payout-sections/{id}/books",
    tag,
    summary:
      "M15 of a batch: started = settled + returned + cancelled + still in transit; and how far it is reconciled.",
    answer: batchBooksWire,
    errors: reading,
  },
  {
    id: "listReconciliations",
    method: "get",
    path: "/api/v1/reconciliations",
    tag,
    summary: "List the providers' statements that were taken in, newest first, with how their lines stand.",
    query: statementListQuery,
    answer: statementListWire,
    errors: reading,
  },
  {
    id: "uploadStatement",
    method: "post",
    path: "/api/v1/statement-uploads",
    tag,
    summary:
      "Upload a statement file: the body is the CSV, camt or OFX file, at most 10 MB and 50,000 rows. Answers how it is read; nothing is imported before that is confirmed. The same file is the same upload.",
    query: uploadQuery,
    answer: statementDraftWire,
    status: 201,
    errors: [...writing, 413],
  },
  {
    id: "getStatementUpload",
    method: "get",
    path: "/api/v1/statement-uploads/{id}",
    tag,
    summary: "How an uploaded file is read, with open questions and the first rows. Kept for 7 days.",
    answer: statementDraftWire,
    errors: reading,
  },
  {
    id: "mapStatementUpload",
    method: "put",
    path: "/api/v1/statement-uploads/{id}",
    tag,
    summary: "Correct how an uploaded file is read. Settings that are left out stay as they are.",
    body: mappingBody,
    answer: statementDraftWire,
    errors: writing,
  },
  {
    id: "discardStatementUpload",
    method: "delete",
    path: "/api/v1/statement-uploads/{id}",
    tag,
    summary: "Discard an uploaded file that was not imported.",
    answer: discardedWire,
    errors: writing,
  },
  {
    id: "confirmStatementUpload",
    method: "post",
    path: "/api/v1/statement-uploads/{id}/confirm",
    tag,
    summary:
      "Import an uploaded file as it is read. All of it is imported, or nothing. Confirming again answers the same statement.",
    body: confirmBody,
    answer: providerStatementWire,
    errors: writing,
  },
  {
    id: "takeReport",
    method: "post",
    path: "/api/v1/reconciliations/report",
    tag,
    summary:
      "Take in the own report of PayPal, or what the platform booked as store credit, of some days. The latter is read by a job.",
    body: reportBody,
    answer: providerStatementWire,
    status: 201,
    errors: [...writing, 503],
  },
  {
    id: "getReconciliation",
    method: "get",
    path: "/api/v1/reconciliations/{id}",
    tag,
    summary: "A provider's statement, with how its lines stand.",
    answer: providerStatementWire,
    errors: reading,
  },
  {
    id: "compareAgain",
    method: "post",
    path: "/api/v1/reconciliations/{id}",
    tag,
    summary: "Compare a statement again with the payouts as they are now, or have one that stopped go on.",
    answer: providerStatementWire,
    errors: writing,
  },
  {
    id: "listReconciliationLines",
    method: "get",
    path: "/api/v1/reconciliations/{id}/lines",
    tag,
    summary: "List the lines of a statement, each with how it stands and what can be done about it.",
    query: lineListQuery,
    answer: lineListWire,
    errors: reading,
  },
  {
    id: "resolveLines",
    method: "post",
    path: "/api/v1/reconciliations/{id}/lines",
    tag,
    summary:
      "Do one thing about some lines: settle, post back, post a fee, adjust the balance, record a payment to an affiliate, or note that nothing is to be posted. What is done already is left.",
    body: resolveBody,
    answer: resolvedWire,
    errors: writing,
  },
];
