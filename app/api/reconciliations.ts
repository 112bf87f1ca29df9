import {
  lineFilterOf,
  lineListQuery,
  lineListWire,
  providerStatementWire,
  reportBody,
  resolveBody,
  resolvedWire,
  statementListQuery,
  statementListWire,
} from "#app/contracts/reconciliation.ts";
import {
  confirmBody,
  discardedWire,
  mappingBody,
  statementDraftWire,
  uploadQuery,
} from "#app/contracts/statement-draft.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { FileChoices } from "#app/domain/statements/reading.ts";
import {
  compareAgain,
  findProviderStatement,
  readLines,
  readProviderStatement,
  readProviderStatements,
} from "#app/flows/payouts/read-reconciliation.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { lineViewOf, statementViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { discardDraft, noSuchDraft, saveChoices } from "#app/flows/payouts/statement-drafts.ts";
import { nextCursor, nextSequenceCursor, positionOf, sequenceOf } from "#app/http/list-position.ts";
import {
  confirmUpload,
  readUploadedStatement,
  uploadStatement,
  uploadView,
} from "#app/http/statement-upload.ts";
import { lineInWords, statementInWords } from "#app/http/reconciliation-words.ts";
import { defineCall } from "./define-call.ts";

export const reconciliationCalls = [
  defineCall({
    id: "listReconciliations",
    method: "GET",
    path: "/reconciliations",
    tag: "Payouts",
    summary:
      "List the providers' statements that were taken in, newest first, with the states of their lines.",
    permission: "read",
    query: statementListQuery,
    answer: statementListWire,
    handle: async ({ shopId, query }) => {
      const after = positionOf(query);
      if (isRefusal(after)) return after;
      const { page, limit } = query;
      const found = await readProviderStatements(shopId, { page, limit, after });
      if (isRefusal(found)) return found;
      const { statements, next, total } = found;
      return {
        statements: statements.map((one) => statementInWords(statementViewOf(one))),
        pagination: { page, limit, total },
        nextCursor: nextCursor(next),
      };
    },
  }),
  defineCall({
    id: "uploadStatement",
    method: "POST",
    path: "/statement-uploads",
    tag: "Payouts",
    summary:
      "Upload a statement file: the body is the CSV, camt or OFX file, at most 10 MB and 50,000 rows. Answers how it is read; nothing is imported before that is confirmed. The same file is the same upload.",
    permission: "write",
    query: uploadQuery,
    takesFile: true,
    status: 201,
    answer: statementDraftWire,
    errors: [413],
    handle: async ({ ctx, query: { fileName }, file: bytes }) => {
      const draft = await uploadStatement(ctx, { bytes, fileName: fileName || "statement" });
      if (isRefusal(draft)) return draft;
      const { draftId } = draft;
      const found = await readUploadedStatement(ctx, { draftId, corrections: {} });
      return isRefusal(found) ? found : uploadView(found);
    },
  }),
  defineCall({
    id: "getStatementUpload",
    method: "GET",
    path: "/statement-uploads/{id}",
    tag: "Payouts",
    summary: "How an uploaded file is read, with open questions and the first rows. Kept for 7 days.",
    permission: "read",
    answer: statementDraftWire,
    handle: async ({ ctx, id }) => {
      const asked = { draftId: id, corrections: {} };
      const found = await readUploadedStatement(ctx, asked);
      return isRefusal(found) ? found : uploadView(found);
    },
  }),
  defineCall({
    id: "mapStatementUpload",
    method: "PUT",
    path: "/statement-uploads/{id}",
    tag: "Payouts",
    summary: "Correct how an uploaded file is read. Settings that are not sent stay as they are.",
    permission: "write",
    body: mappingBody,
    answer: statementDraftWire,
    handle: async ({ ctx, id, body }) => {
      // Settings that the body leaves out are absent, never undefined.
      const corrections = body as FileChoices;
      const asked = { draftId: id, corrections };
      const found = await readUploadedStatement(ctx, asked);
      if (isRefusal(found)) return found;
      const { draft, read } = found;
      if (!read) return noSuchDraft;
      await saveChoices(draft, { ...draft.choices, ...corrections });
      return uploadView(found);
    },
  }),
  defineCall({
    id: "discardStatementUpload",
    method: "DELETE",
    path: "/statement-uploads/{id}",
    tag: "Payouts",
    summary: "Discard an uploaded file that was not imported.",
    permission: "write",
    answer: discardedWire,
    handle: async ({ shopId, id }) => {
      const gone = await discardDraft(shopId, id);
      return gone === true ? ({ discarded: true } as const) : gone;
    },
  }),
  defineCall({
    id: "confirmStatementUpload",
    method: "POST",
    path: "/statement-uploads/{id}/confirm",
    tag: "Payouts",
    summary:
      "Import an uploaded file as it is read. All of it is imported, or nothing. Confirming again answers the same statement.",
    permission: "write",
    body: confirmBody,
    answer: providerStatementWire,
    handle: async ({ ctx, shopId, id, body: { rememberAs } }) => {
      const asked = { draftId: id, corrections: {}, rememberAs };
      const statement = await confirmUpload(ctx, asked);
      if (isRefusal(statement)) return statement;
      const view = await readProviderStatement(shopId, statement.statementId);
      return isRefusal(view) ? view : statementInWords(statementViewOf(view));
    },
  }),
  defineCall({
    id: "takeReport",
    method: "POST",
    path: "/reconciliations/report",
    tag: "Payouts",
    summary:
      "Take in the own report of PayPal, or what the platform booked as store credit, of some days. The latter is read by a job.",
    permission: "write",
    body: reportBody,
    status: 201,
    answer: providerStatementWire,
    errors: [503],
    handle: async ({ ctx, shopId, body }) => {
      const taken = await importReport(ctx, body);
      if (isRefusal(taken)) return taken;
      const view = await readProviderStatement(shopId, taken.statementId);
      return isRefusal(view) ? view : statementInWords(statementViewOf(view));
    },
  }),
  defineCall({
    id: "getReconciliation",
    method: "GET",
    path: "/reconciliations/{id}",
    tag: "Payouts",
    summary: "A provider's statement, with how its lines stand.",
    permission: "read",
    answer: providerStatementWire,
    handle: async ({ shopId, id }) => {
      const view = await readProviderStatement(shopId, id);
      return isRefusal(view) ? view : statementInWords(statementViewOf(view));
    },
  }),
  defineCall({
    id: "compareAgain",
    method: "POST",
    path: "/reconciliations/{id}",
    tag: "Payouts",
    summary: "Compare a statement again with the payouts as they are now, or have one that stopped go on.",
    permission: "write",
    answer: providerStatementWire,
    handle: async ({ shopId, id }) => {
      const again = await compareAgain(shopId, id);
      if (isRefusal(again)) return again;
      const view = await readProviderStatement(shopId, id);
      return isRefusal(view) ? view : statementInWords(statementViewOf(view));
    },
  }),
  defineCall({
    id: "listReconciliationLines",
    method: "GET",
    path: "/reconciliations/{id}/lines",
    tag: "Payouts",
    summary: "List the lines of a statement, each with how it stands and what can be done about it.",
    permission: "read",
    query: lineListQuery,
    answer: lineListWire,
    handle: async ({ shopId, id, query }) => {
      const statement = await findProviderStatement(shopId, id);
      if (isRefusal(statement)) return statement;
      const after = sequenceOf(query);
      if (isRefusal(after)) return after;
      const { page, limit } = query;
      const asked = { page, limit, after: after === undefined ? undefined : Number(after) };
      const found = await readLines(statement, lineFilterOf(query), asked);
      if (isRefusal(found)) return found;
      const { lines, next, total } = found;
      return {
        lines: lines.map((one) => lineInWords(lineViewOf(one))),
        pagination: { page, limit, total },
        nextCursor: nextSequenceCursor(next === null ? null : BigInt(next)),
      };
    },
  }),
  defineCall({
    id: "resolveLines",
    method: "POST",
    path: "/reconciliations/{id}/lines",
    tag: "Payouts",
    summary:
      "Do one thing about some lines: settle, post back, post a fee, adjust the balance, record a payment to an affiliate, or note that nothing is to be posted. What is done already is left.",
    permission: "write",
    body: resolveBody,
    answer: resolvedWire,
    handle: async ({ ctx, id, body }) => {
      const { lines: numbers, ...asked } = body;
      const done = await resolveLines(ctx, id, { numbers, ...asked });
      return isRefusal(done) ? done : { done };
    },
  }),
];
