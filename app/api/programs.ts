import { goodsListWire, goodsQuery } from "#app/contracts/goods.ts";
import { basketOf, foreignAmounts, previewBody, previewWire } from "#app/contracts/preview.ts";
import {
  createProgramBody,
  deletedProgramWire,
  deleteProgramQuery,
  customTermsBody,
  customTermsWire,
  programListQuery,
  programListWire,
  programWire,
  updateProgramBody,
} from "#app/contracts/program.ts";
import { type ProgramId } from "#app/domain/ids.ts";
import { isRefusal, refuseFields } from "#app/domain/refusal.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { deleteProgram } from "#app/flows/programs/delete-program.ts";
import { readGoods } from "#app/flows/programs/find-goods.ts";
import {
  endCustomTerms,
  readCustomTerms,
  saveCustomTerms,
  withdrawCustomTerms,
} from "#app/flows/programs/custom-terms.ts";
import { previewTerms } from "#app/flows/programs/preview-terms.ts";
import { readProgram, readPrograms } from "#app/flows/programs/read-programs.ts";
import { updateProgram, withdrawTerms } from "#app/flows/programs/update-program.ts";
import { previewInWords, writerFor } from "#app/http/explained.ts";
import { sortedCursor, sortedPositionOf } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const programCalls = [
  defineCall({
    id: "listPrograms",
    method: "GET",
    path: "/programs",
    tag: "Programs",
    summary: "List programs, newest first unless sorted otherwise.",
    permission: "read",
    query: programListQuery,
    answer: programListWire,
    handle: async ({ shop, query }) => {
      const position = sortedPositionOf(query);
      if (isRefusal(position)) return position;
      const { page, limit, status, search, sort } = query;
      const after = position && { key: position.key, programId: position.id as ProgramId };
      const found = await readPrograms(shop, { page, limit, status, search, sort, after });
      if (isRefusal(found)) return found;
      const { programs, total, next } = found;
      return {
        programs,
        pagination: { page, limit, total },
        nextCursor: sortedCursor(sort, next && { key: next.key, id: next.programId }),
      };
    },
  }),
  defineCall({
    id: "createProgram",
    method: "POST",
    path: "/programs",
    tag: "Programs",
    summary: "Create a program and freeze its first terms.",
    permission: "write",
    body: createProgramBody,
    status: 201,
    answer: programWire,
    handle: async ({ ctx, shop, body }) => {
      const programId = await createProgram(ctx, body);
      return isRefusal(programId) ? programId : await readProgram(shop, programId);
    },
  }),
  defineCall({
    id: "getProgram",
    method: "GET",
    path: "/programs/{id}",
    tag: "Programs",
    summary: "One program with its newest terms.",
    permission: "read",
    answer: programWire,
    handle: ({ shop, id }) => readProgram(shop, id),
  }),
  defineCall({
    id: "updateProgram",
    method: "PUT",
    path: "/programs/{id}",
    tag: "Programs",
    summary:
      "Change a program. Better terms start at once; lower terms wait for the notice period once anyone joined.",
    permission: "write",
    body: updateProgramBody,
    answer: programWire,
    handle: async ({ ctx, shop, id, body }) => {
      const changed = await updateProgram(ctx, id, body);
      return isRefusal(changed) ? changed : await readProgram(shop, id);
    },
  }),
  defineCall({
    id: "deleteProgram",
    method: "DELETE",
    path: "/programs/{id}",
    tag: "Programs",
    summary: "Hide and archive a program. Without a reason it earns until the notice period ends.",
    permission: "write",
    query: deleteProgramQuery,
    answer: deletedProgramWire,
    handle: ({ ctx, id, query }) => deleteProgram(ctx, id, query.reason),
  }),
  defineCall({
    id: "withdrawTerms",
    method: "DELETE",
    path: "/programs/{id}/terms/waiting",
    tag: "Programs",
    summary: "Withdraw lower terms before they start.",
    permission: "write",
    answer: programWire,
    handle: async ({ ctx, shop, id }) => {
      const withdrawn = await withdrawTerms(ctx, id, {});
      return isRefusal(withdrawn) ? withdrawn : await readProgram(shop, id);
    },
  }),
  defineCall({
    id: "previewTerms",
    method: "POST",
    path: "/programs/preview",
    tag: "Programs",
    summary: "What a draft pays for a basket and for the last ten orders, line by line. Nothing is written.",
    permission: "read",
    body: previewBody,
    answer: previewWire,
    handle: async ({ shop, body, request }) => {
      const { basket, ...asked } = body;
      const { currency } = shop;
      const reason = { code: "store_currency_only", currency } as const;
      const foreign = basket ? foreignAmounts(basket, currency) : [];
      const fault = refuseFields(foreign.map((field) => ({ field, reason })));
      if (fault) return fault;
      const preview = await previewTerms(shop, { ...asked, basket: basket ? basketOf(basket) : null });
      return isRefusal(preview) ? preview : previewInWords(preview, writerFor(request, shop));
    },
  }),
  defineCall({
    id: "getCustomTerms",
    method: "GET",
    path: "/affiliates/{id}/programs/{programId}/terms",
    tag: "Programs",
    summary: "The terms under which an affiliate earns in a program.",
    permission: "read",
    answer: customTermsWire,
    handle: ({ shopId, id, programId, now }) => readCustomTerms(shopId, { affiliateId: id, programId }, now),
  }),
  defineCall({
    id: "saveCustomTerms",
    method: "PUT",
    path: "/affiliates/{id}/programs/{programId}/terms",
    tag: "Programs",
    summary: "Give an affiliate custom terms in a program. Lower terms wait for the notice period.",
    permission: "write",
    body: customTermsBody,
    answer: customTermsWire,
    handle: async ({ ctx, id, programId, body }) => {
      const asked = { affiliateId: id, programId, terms: body.terms, seen: body.revision };
      return await saveCustomTerms(ctx, asked);
    },
  }),
  defineCall({
    id: "endCustomTerms",
    method: "DELETE",
    path: "/affiliates/{id}/programs/{programId}/terms",
    tag: "Programs",
    summary: "End an affiliate's custom terms, after the notice period if the program's are lower.",
    permission: "write",
    answer: customTermsWire,
    handle: ({ ctx, id, programId }) => endCustomTerms(ctx, { affiliateId: id, programId }),
  }),
  defineCall({
    id: "withdrawCustomTerms",
    method: "DELETE",
    path: "/affiliates/{id}/programs/{programId}/terms/waiting",
    tag: "Programs",
    summary: "Withdraw an affiliate's waiting terms, or the end of custom terms that waits.",
    permission: "write",
    answer: customTermsWire,
    handle: ({ ctx, id, programId }) => withdrawCustomTerms(ctx, { affiliateId: id, programId }),
  }),
  defineCall({
    id: "findGoods",
    method: "GET",
    path: "/goods",
    tag: "Programs",
    summary: "Products, variants or collections of the store that rules may name, by title or by id.",
    permission: "read",
    query: goodsQuery,
    answer: goodsListWire,
    handle: async ({ shop, query }) => {
      const { kind, search, ids } = query;
      const goods = await readGoods(shop.domain, { kind, search, ids: ids?.split(",") ?? [] });
      return isRefusal(goods) ? goods : { goods };
    },
  }),
];
