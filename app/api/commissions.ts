import {
  addCommissionBody,
  adjustmentBody,
  commissionDecisionBody,
} from "#app/contracts/commission-handling.ts";
import {
  adjustmentWire,
  commissionDetailWire,
  commissionListQuery,
  commissionListWire,
} from "#app/contracts/commission.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { adjustCommission } from "#app/flows/commissions/adjust-balance.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { readCommission, readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { commissionInWords, entryInWords, writerFor } from "#app/http/explained.ts";
import { commissionFilterOf } from "#app/http/list-filters.ts";
import type { ShopContext } from "#app/http/require-shop.server.ts";
import { sortedCursor, sortedPositionOf } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const commissionCalls = [
  defineCall({
    id: "listCommissions",
    method: "GET",
    path: "/commissions",
    tag: "Commissions",
    summary:
      "List commissions, newest first unless sorted otherwise, of an affiliate, a program, or the days on which they were made; `search` is the beginning of an order's name.",
    permission: "read",
    query: commissionListQuery,
    answer: commissionListWire,
    errors: [503],
    handle: async ({ shop, shopId, query, now, request }) => {
      const position = sortedPositionOf(query);
      if (isRefusal(position)) return position;
      const { page, limit } = query;
      const after = position && { createdAt: new Date(position.key), commissionId: position.id };
      const asked = { ...commissionFilterOf(query, shop.timeZone), page, limit, after };
      const found = await readCommissions(shopId, asked, now);
      if (isRefusal(found)) return found;
      const { entries, total, next } = found;
      const words = writerFor(request, shop);
      return {
        commissions: entries.map((one) => entryInWords(one, words)),
        pagination: { page, limit, total },
        nextCursor: sortedCursor(query.sort, next && { key: next.createdAt, id: next.commissionId }),
      };
    },
  }),
  defineCall({
    id: "addCommission",
    method: "POST",
    path: "/commissions",
    tag: "Commissions",
    summary:
      "Add a commission by hand, in the store's currency: pending, and released when its hold is over.",
    permission: "write",
    body: addCommissionBody,
    status: 201,
    answer: commissionDetailWire,
    handle: async ({ body, ...input }) => {
      const { affiliateId: affiliate, ...asked } = body;
      const id = await addCommission(input.ctx, { ...asked, affiliate });
      return isRefusal(id) ? id : await commissionAnswer({ ...input, id });
    },
  }),
  defineCall({
    id: "getCommission",
    method: "GET",
    path: "/commissions/{id}",
    tag: "Commissions",
    summary: "One commission with its postings, and what people decided and adjusted.",
    permission: "read",
    answer: commissionDetailWire,
    handle: commissionAnswer,
  }),
  defineCall({
    id: "decideCommission",
    method: "POST",
    path: "/commissions/{id}/decisions",
    tag: "Commissions",
    summary:
      "Approve, deny, hold, lift the hold of, or reopen a commission; one that is not open for that is a 422 that says why.",
    permission: "write",
    body: commissionDecisionBody,
    answer: commissionDetailWire,
    handle: async ({ body, ...input }) => {
      const decided = await decideCommission(input.ctx, input.id, body);
      return isRefusal(decided) ? decided : await commissionAnswer(input);
    },
  }),
  defineCall({
    id: "adjustCommission",
    method: "POST",
    path: "/commissions/{id}/adjustments",
    tag: "Commissions",
    summary: "Give or take an amount about a commission, in its currency, by a posting of its own.",
    permission: "write",
    body: adjustmentBody,
    status: 201,
    answer: adjustmentWire,
    handle: ({ ctx, id, body }) => adjustCommission(ctx, id, body),
  }),
];

type CommissionRequest = {
  readonly shop: ShopContext["shop"];
  readonly shopId: ShopId;
  readonly id: string;
  readonly now: Date;
  readonly request: Request;
};

async function commissionAnswer({ shop, shopId, id, now, request }: CommissionRequest) {
  const found = await readCommission(shopId, id, now);
  return isRefusal(found) ? found : commissionInWords(found, writerFor(request, shop));
}
