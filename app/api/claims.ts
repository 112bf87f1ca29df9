import { claimDecisionBody, claimListQuery, claimListWire, decidedClaimWire } from "#app/contracts/claim.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readClaims } from "#app/flows/attribution/claims.ts";
import { decideClaim } from "#app/flows/attribution/decide-claim.ts";
import { offsetRefusal } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const claimCalls = [
  defineCall({
    id: "listClaims",
    method: "GET",
    path: "/claims",
    tag: "Attribution",
    summary: "List what affiliates claimed, newest first; `search` is part of the order's name.",
    permission: "read",
    query: claimListQuery,
    answer: claimListWire,
    handle: async ({ shopId, query }) => {
      const { affiliate: affiliateId, page, limit, search, status } = query;
      const refusal = offsetRefusal(query);
      if (refusal) return refusal;
      const asked = { search, status, affiliateId, page, limit };
      const found = await readClaims(shopId, asked);
      if (isRefusal(found)) return found;
      const { claims, total } = found;
      return { claims: claims, pagination: { page, limit, total } };
    },
  }),
  defineCall({
    id: "decideClaim",
    method: "POST",
    path: "/claims/{id}/decision",
    tag: "Attribution",
    summary: "Accept a claim, which makes it evidence for its order, or decline it with a reason.",
    permission: "write",
    body: claimDecisionBody,
    answer: decidedClaimWire,
    handle: ({ ctx, id, body }) => decideClaim(ctx, id, body),
  }),
];
