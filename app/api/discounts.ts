import {
  addCodesBody,
  deleteDiscountQuery,
  discountListQuery,
  discountListWire,
  discountStatusBody,
  discountViewWire,
  editDiscountBody,
  makeDiscountBody,
  newcomersBody,
  storeDiscountsWire,
  storeSearchQuery,
  discountInput,
} from "#app/contracts/discount.ts";
import { plannedCodesWire } from "#app/contracts/code.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { dropDiscount, pauseDiscount, resumeDiscount } from "#app/flows/codes/change-discount.ts";
import { checkDiscount } from "#app/flows/codes/check-codes.ts";
import { editDiscount } from "#app/flows/codes/edit-discount.ts";
import { giveToNewcomers } from "#app/flows/codes/give-codes.ts";
import { addDiscountCodes, createStoreDiscount, previewCodes } from "#app/flows/codes/create-discount.ts";
import { readDiscounts, searchStore } from "#app/flows/codes/read-codes.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";
import { readWordedDiscount, wordedDiscount } from "#app/http/code-batches.ts";

const previewedCodes = 20;

export const discountCalls = [
  defineCall({
    id: "listDiscounts",
    method: "GET",
    path: "/discounts",
    tag: "Codes",
    summary: "Discounts of the store that affiliates' codes belong to, newest first.",
    permission: "read",
    query: discountListQuery,
    answer: discountListWire,
    handle: async ({ shop, query }) => {
      const position = positionOf(query);
      if (isRefusal(position)) return position;
      const { page, limit, status, search } = query;
      const after = position && { createdAt: position.at, discountId: position.id };
      const asked = { page, limit, status, search, after };
      const found = await readDiscounts(shop, asked);
      if (isRefusal(found)) return found;
      const { discounts, total, next } = found;
      return {
        discounts: discounts.map(wordedDiscount),
        pagination: { page, limit, total },
        nextCursor: nextCursor(next && { at: next.createdAt, id: next.discountId }),
      };
    },
  }),
  defineCall({
    id: "createDiscount",
    method: "POST",
    path: "/discounts",
    tag: "Codes",
    summary:
      "Make a discount in the store with a code for each affiliate; all but the first are made by a job.",
    permission: "write",
    body: makeDiscountBody,
    status: 201,
    answer: discountViewWire,
    errors: [503],
    handle: async ({ ctx, shop, body }) => {
      const id = await createStoreDiscount(ctx, discountInput(body));
      return isRefusal(id) ? id : await readWordedDiscount(shop, id);
    },
  }),
  defineCall({
    id: "previewCodes",
    method: "POST",
    path: "/discounts/preview",
    tag: "Codes",
    summary: "The first twenty codes that the same body would make. Nothing is made.",
    permission: "read",
    body: makeDiscountBody,
    answer: plannedCodesWire,
    errors: [409, 422],
    handle: async ({ shop, body, now }) => {
      const codes = await previewCodes(shop, discountInput(body), now);
      if (isRefusal(codes)) return codes;
      const shown = codes.slice(0, previewedCodes);
      return {
        codes: shown.map(({ affiliateId: id, name, code }) => ({ affiliate: { id, name }, code })),
        total: codes.length,
      };
    },
  }),
  defineCall({
    id: "findStoreDiscounts",
    method: "GET",
    path: "/discounts/store",
    tag: "Codes",
    summary: "Discounts that the store has, by a code or by the beginnings of a title's words.",
    permission: "read",
    query: storeSearchQuery,
    answer: storeDiscountsWire,
    errors: [503],
    handle: async ({ shop, query }) => {
      const discounts = await searchStore(shop, query.search);
      return isRefusal(discounts) ? discounts : { discounts };
    },
  }),
  defineCall({
    id: "getDiscount",
    method: "GET",
    path: "/discounts/{id}",
    tag: "Codes",
    summary: "One discount, with the codes that are being made for it.",
    permission: "read",
    answer: discountViewWire,
    handle: ({ shop, id }) => readWordedDiscount(shop, id),
  }),
  defineCall({
    id: "editDiscount",
    method: "PUT",
    path: "/discounts/{id}",
    tag: "Codes",
    summary: "Write value, minimum, end, limits and combining of a discount anew in the store.",
    permission: "write",
    body: editDiscountBody,
    answer: discountViewWire,
    errors: [503],
    handle: async ({ ctx, shop, id, body }) => {
      const refusal = await editDiscount(ctx, id, body);
      return refusal ?? (await readWordedDiscount(shop, id));
    },
  }),
  defineCall({
    id: "giveToNewcomers",
    method: "PUT",
    path: "/discounts/{id}/newcomers",
    tag: "Codes",
    summary: "Choose the program whose newcomers get a code of it by its template.",
    permission: "write",
    body: newcomersBody,
    answer: discountViewWire,
    handle: async ({ ctx, shop, id, body }) => {
      const refusal = await giveToNewcomers(ctx, id, body.programId);
      return refusal ?? (await readWordedDiscount(shop, id));
    },
  }),
  defineCall({
    id: "deleteDiscount",
    method: "DELETE",
    path: "/discounts/{id}",
    tag: "Codes",
    summary: "Delete a discount with all of its codes in the store; what was earned with them stays.",
    permission: "write",
    query: deleteDiscountQuery,
    answer: discountViewWire,
    errors: [503],
    handle: async ({ ctx, shop, id, query }) => {
      const refusal = await dropDiscount(ctx, id, query.reason);
      return refusal ?? (await readWordedDiscount(shop, id));
    },
  }),
  defineCall({
    id: "changeDiscountStatus",
    method: "PUT",
    path: "/discounts/{id}/status",
    tag: "Codes",
    summary: "Pause a discount in the store, or let it run again.",
    permission: "write",
    body: discountStatusBody,
    answer: discountViewWire,
    errors: [503],
    handle: async ({ ctx, shop, id, body }) => {
      const refusal =
        body.status === "paused" ? await pauseDiscount(ctx, id, body.reason) : await resumeDiscount(ctx, id);
      return refusal ?? (await readWordedDiscount(shop, id));
    },
  }),
  defineCall({
    id: "addDiscountCodes",
    method: "POST",
    path: "/discounts/{id}/codes",
    tag: "Codes",
    summary: "Add a code for each affiliate to a discount, by a job.",
    permission: "write",
    body: addCodesBody,
    status: 202,
    answer: discountViewWire,
    handle: async ({ ctx, shop, id, body }) => {
      const batch = await addDiscountCodes(ctx, id, body);
      return isRefusal(batch) ? batch : await readWordedDiscount(shop, id);
    },
  }),
  defineCall({
    id: "checkDiscount",
    method: "POST",
    path: "/discounts/{id}/check",
    tag: "Codes",
    summary: "Compare a discount with the store's now, and forget what was told of it before.",
    permission: "write",
    answer: discountViewWire,
    errors: [503],
    handle: async ({ shop, id, now }) =>
      (await checkDiscount(shop, id, now)) ?? (await readWordedDiscount(shop, id)),
  }),
];
