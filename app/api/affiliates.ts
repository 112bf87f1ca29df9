import {
  affiliateListQuery,
  affiliateListWire,
  affiliateStatusBody,
  affiliateWire,
  changedTagsWire,
  changeTagsBody,
  inviteAffiliateBody,
  invitedAffiliateWire,
  tagListWire,
  updateAffiliateBody,
} from "#app/contracts/affiliate.ts";
import { payoutDetailsAnswerWire, useDetailsNowBody } from "#app/contracts/payout-details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { changeTagsOfMany } from "#app/flows/affiliates/change-tags.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { readAffiliate, readAffiliates } from "#app/flows/affiliates/read-affiliates.ts";
import { readDetailsOf } from "#app/flows/affiliates/read-details.ts";
import { resendInvitation } from "#app/flows/affiliates/send-invitation.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { useDetailsNow } from "#app/flows/affiliates/use-details-now.ts";
import { affiliateCursor, affiliatesAskedBy } from "#app/http/list-filters.ts";
import { db } from "#app/platform/db.server.ts";
import { listTags } from "#app/store/tags.ts";
import { defineCall } from "./define-call.ts";
import { changedWords } from "#app/http/refusal-words.ts";

export const affiliateCalls = [
  defineCall({
    id: "listAffiliates",
    method: "GET",
    path: "/affiliates",
    tag: "Affiliates",
    summary: "List affiliates, newest first unless sorted otherwise.",
    permission: "read",
    query: affiliateListQuery,
    answer: affiliateListWire,
    handle: async ({ shop, query }) => {
      const asked = affiliatesAskedBy(query, shop.timeZone);
      if (isRefusal(asked)) return asked;
      const found = await readAffiliates(shop, asked);
      if (isRefusal(found)) return found;
      const { affiliates, total, next } = found;
      return {
        affiliates,
        pagination: { page: query.page, limit: query.limit, total },
        nextCursor: affiliateCursor(query.sort, next),
      };
    },
  }),
  defineCall({
    id: "inviteAffiliate",
    method: "POST",
    path: "/affiliates/invite",
    tag: "Affiliates",
    summary: "Invite an affiliate by email.",
    permission: "write",
    body: inviteAffiliateBody,
    status: 201,
    answer: invitedAffiliateWire,
    handle: async ({ ctx, shop, body }) => {
      const invited = await inviteAffiliate(ctx, body, { showsLink: false });
      if (isRefusal(invited)) return invited;
      const affiliate = await readAffiliate(shop, invited.affiliateId);
      if (isRefusal(affiliate)) return affiliate;
      return { ...affiliate, invitationEmailed: hasEmailServer() };
    },
  }),
  defineCall({
    id: "listTags",
    method: "GET",
    path: "/affiliates/tags",
    tag: "Affiliates",
    summary: "The tags of affiliates, with how many have each.",
    permission: "read",
    answer: tagListWire,
    handle: async ({ shopId }) => ({ tags: await listTags(db(), shopId) }),
  }),
  defineCall({
    id: "changeTags",
    method: "POST",
    path: "/affiliates/tags",
    tag: "Affiliates",
    summary: "Add and remove tags of several affiliates.",
    permission: "write",
    body: changeTagsBody,
    answer: changedTagsWire,
    handle: async ({ ctx, body }) => {
      const { ids: affiliateIds, add, remove, reason } = body;
      return changedWords(await changeTagsOfMany(ctx, { affiliateIds, add, remove, reason }));
    },
  }),
  defineCall({
    id: "getAffiliate",
    method: "GET",
    path: "/affiliates/{id}",
    tag: "Affiliates",
    summary: "One affiliate with figures and balances.",
    permission: "read",
    answer: affiliateWire,
    handle: ({ shop, id }) => readAffiliate(shop, id),
  }),
  defineCall({
    id: "getPayoutDetails",
    method: "GET",
    path: "/affiliates/{id}/payout-details",
    tag: "Affiliates",
    summary: "Where an affiliate is paid now and next, masked; only they can change it.",
    permission: "read",
    answer: payoutDetailsAnswerWire,
    handle: ({ shopId, id, now }) => readDetailsOf(shopId, id, now),
  }),
  defineCall({
    id: "usePayoutDetailsNow",
    method: "POST",
    path: "/affiliates/{id}/payout-details/use-now",
    tag: "Affiliates",
    summary: "End the waiting period of an affiliate's new payout details. The affiliate is emailed.",
    permission: "write",
    body: useDetailsNowBody,
    answer: payoutDetailsAnswerWire,
    handle: async ({ ctx, shopId, id, body, now }) =>
      (await useDetailsNow(ctx, id, body.details)) ?? (await readDetailsOf(shopId, id, now)),
  }),
  defineCall({
    id: "updateAffiliate",
    method: "PUT",
    path: "/affiliates/{id}",
    tag: "Affiliates",
    summary: "Change an affiliate's name, address, code, note or programs.",
    permission: "write",
    body: updateAffiliateBody,
    answer: affiliateWire,
    handle: async ({ ctx, shop, id, body }) => {
      const changed = await updateAffiliate(ctx, id, body);
      if (isRefusal(changed)) return changed;
      return await readAffiliate(shop, id);
    },
  }),
  defineCall({
    id: "changeAffiliateStatus",
    method: "PUT",
    path: "/affiliates/{id}/status",
    tag: "Affiliates",
    summary: "Move an affiliate to another status; one that cannot follow is a 422 that says what can.",
    permission: "write",
    body: affiliateStatusBody,
    answer: affiliateWire,
    handle: async ({ ctx, shop, id, body }) => {
      const changed = await changeAffiliateStatus(ctx, id, body);
      if (isRefusal(changed)) return changed;
      return await readAffiliate(shop, id);
    },
  }),
  defineCall({
    id: "resendInvitation",
    method: "POST",
    path: "/affiliates/{id}/invitation",
    tag: "Affiliates",
    summary: "Send the invitation again; the older link ends. A 422 where no email server is set up.",
    permission: "write",
    answer: affiliateWire,
    handle: async ({ ctx, shop, id }) => {
      const sent = await resendInvitation(ctx, id, { showsLink: false });
      if (isRefusal(sent)) return sent;
      return await readAffiliate(shop, id);
    },
  }),
];
