import { readAssignments, assignCodes, type CheckedCode } from "#app/flows/codes/assign-codes.ts";
import { discountCodeBody, discountCodesWire } from "#app/contracts/affiliate.ts";
import {
  assignCodesBody,
  assignmentsWire,
  changeCodeBody,
  codeBatchWire,
  codeListQuery,
  codeListWire,
  deleteCodeQuery,
} from "#app/contracts/code.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal, refuseFields } from "#app/domain/refusal.ts";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import {
  assignDiscountCode,
  readDiscountCodes,
  removeDiscountCode,
} from "#app/flows/codes/discount-codes.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { continueCodeBatch } from "#app/flows/codes/stop-batch.ts";
import { codeFilterOf } from "#app/http/list-filters.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";
import { wordedBatch } from "#app/http/code-batches.ts";

export const codeCalls = [
  defineCall({
    id: "listDiscountCodes",
    method: "GET",
    path: "/affiliates/{id}/codes",
    tag: "Affiliates",
    summary: "The discount codes of an affiliate.",
    permission: "read",
    answer: discountCodesWire,
    handle: ({ shopId, id }) => readCodesOf(shopId, id),
  }),
  defineCall({
    id: "assignDiscountCode",
    method: "POST",
    path: "/affiliates/{id}/codes",
    tag: "Affiliates",
    summary: "Give a discount code of the store to an affiliate: orders with it count for them from now on.",
    permission: "write",
    body: discountCodeBody,
    status: 201,
    answer: discountCodesWire,
    errors: [503],
    handle: async ({ ctx, shopId, id, body }) => {
      const refusal = await assignDiscountCode(ctx, id, body.code);
      if (isRefusal(refusal)) return refusal;
      return await readCodesOf(shopId, id);
    },
  }),
  defineCall({
    id: "removeDiscountCode",
    method: "DELETE",
    path: "/affiliates/{id}/codes/{code}",
    tag: "Affiliates",
    summary: "Take a discount code back from an affiliate; it stays in the store unless asked otherwise.",
    permission: "write",
    query: deleteCodeQuery,
    answer: discountCodesWire,
    errors: [503],
    handle: async ({ ctx, shopId, id, code, query }) => {
      const end = query.store ? deleteCode : removeDiscountCode;
      const { reason } = query;
      const refusal = await end(ctx, { affiliateId: id, code }, { reason });
      if (isRefusal(refusal)) return refusal;
      return await readCodesOf(shopId, id);
    },
  }),
  defineCall({
    id: "listCodes",
    method: "GET",
    path: "/codes",
    tag: "Codes",
    summary: "The discount codes of all affiliates, newest first; `search` is the beginning of a code.",
    permission: "read",
    query: codeListQuery,
    answer: codeListWire,
    handle: async ({ shop, query }) => {
      const position = positionOf(query);
      if (isRefusal(position)) return position;
      const { page, limit } = query;
      const after = position && { assignedAt: position.at, codeKey: position.id };
      const found = await readCodes(shop, { ...codeFilterOf(query), page, limit, after });
      if (isRefusal(found)) return found;
      const { codes, total, next } = found;
      return {
        codes,
        pagination: { page, limit, total },
        nextCursor: nextCursor(next && { at: next.assignedAt, id: next.codeKey }),
      };
    },
  }),
  defineCall({
    id: "listCodeAssignments",
    method: "GET",
    path: "/codes/assignments",
    tag: "Codes",
    summary: "The newest lists of codes that were assigned, how far each is, and which codes could not be.",
    permission: "read",
    answer: assignmentsWire,
    handle: ({ shopId }) => readAssignmentList(shopId),
  }),
  defineCall({
    id: "assignCodes",
    method: "POST",
    path: "/codes/assignments",
    tag: "Codes",
    summary:
      "Give codes that the store has already to affiliates, each looked for in the store by a job; nothing where one of them is wrong.",
    permission: "write",
    body: assignCodesBody,
    status: 202,
    answer: assignmentsWire,
    handle: async ({ ctx, shopId, body }) => {
      const given = body.codes.map((one, index) => ({ line: index + 1, ...one }));
      const { rows } = await assignCodes(ctx, given);
      return refusalOf(rows) ?? (await readAssignmentList(shopId));
    },
  }),
  defineCall({
    id: "continueCodes",
    method: "POST",
    path: "/codes/batches/{id}/go-on",
    tag: "Codes",
    summary: "Go on with a list of codes that stopped; those that came to an end already stay as they are.",
    permission: "write",
    status: 202,
    answer: codeBatchWire,
    handle: async ({ ctx, id }) => {
      const batch = await continueCodeBatch(ctx, id);
      return isRefusal(batch) ? batch : wordedBatch(batch);
    },
  }),
  defineCall({
    id: "changeDiscountCode",
    method: "PUT",
    path: "/affiliates/{id}/codes/{code}",
    tag: "Affiliates",
    summary: "Give a code another text, pause it or let it work again; in the store first.",
    permission: "write",
    body: changeCodeBody,
    answer: discountCodesWire,
    errors: [503],
    handle: async ({ ctx, shopId, id, code, body }) => {
      const { newCode, status, reason } = body;
      const named = { affiliateId: id, code };
      const changeStatus = () =>
        status === "paused" ? pauseCode(ctx, named, { reason }) : resumeCode(ctx, named);
      const refusal = newCode === undefined ? await changeStatus() : await renameCode(ctx, named, newCode);
      return refusal ?? (await readCodesOf(shopId, id));
    },
  }),
];

async function readCodesOf(shopId: ShopId, affiliateId: string) {
  const codes = await readDiscountCodes(shopId, affiliateId);
  return isRefusal(codes) ? codes : { codes };
}

async function readAssignmentList(shopId: ShopId) {
  return { assignments: (await readAssignments(shopId)).map(wordedBatch) };
}

/** The faults of a body's codes, each at its field. */
function refusalOf(rows: readonly CheckedCode[]): Refusal | null {
  const errors = rows.flatMap(({ line, fault }) =>
    fault === null ? [] : [{ field: `codes.${line - 1}`, reason: fault }],
  );
  return refuseFields(errors);
}
