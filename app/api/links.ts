import {
  addForeignBody,
  foreignListQuery,
  foreignListWire,
  foreignWire,
  removedForeignWire,
  removeForeignQuery,
} from "#app/contracts/foreign-referral.ts";
import { linkToWire } from "#app/contracts/link-to-wire.ts";
import {
  createLinkBody,
  linkListQuery,
  linkListWire,
  linkWire,
  updateLinkBody,
} from "#app/contracts/link.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import {
  addForeignReferrals,
  readForeignReferrals,
  removeForeignReferral,
} from "#app/flows/links/foreign-referrals.ts";
import { readLink, readLinks, readLinksOf } from "#app/flows/links/read-links.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { foreignAskedBy, foreignListToWire } from "#app/http/foreign-wire.ts";
import { linksAskedBy, linksToWire } from "#app/http/links-wire.ts";
import { defineCall } from "./define-call.ts";

const noSuchAffiliate = refuse("invalid", "There is no such affiliate", "affiliate");

export const linkCalls = [
  defineCall({
    id: "listLinks",
    method: "GET",
    path: "/links",
    tag: "Links",
    summary: "List links of all affiliates, newest first.",
    permission: "read",
    query: linkListQuery,
    answer: linkListWire,
    handle: async ({ shop, query }) => {
      const asked = linksAskedBy(query);
      const found = isRefusal(asked) ? asked : await readLinks(shop, asked);
      return isRefusal(found) ? found : linksToWire(found, query);
    },
  }),
  defineCall({
    id: "createLink",
    method: "POST",
    path: "/links",
    tag: "Links",
    summary: "Make a link of an affiliate to a page of the store.",
    permission: "write",
    body: createLinkBody,
    status: 201,
    answer: linkWire,
    handle: async ({ ctx, shop, body }) => {
      const { affiliateId, ...input } = body;
      const linkId = await createLink(ctx, affiliateId, input);
      if (isRefusal(linkId)) return linkId;
      const link = await readLink(shop, { linkId });
      return isRefusal(link) ? link : linkToWire(link);
    },
  }),
  defineCall({
    id: "getLink",
    method: "GET",
    path: "/links/{id}",
    tag: "Links",
    summary: "One link with the ways in which it can be written.",
    permission: "read",
    answer: linkWire,
    handle: async ({ shop, id }) => {
      const link = await readLink(shop, { linkId: id });
      return isRefusal(link) ? link : linkToWire(link);
    },
  }),
  defineCall({
    id: "updateLink",
    method: "PUT",
    path: "/links/{id}",
    tag: "Links",
    summary: "Change, rename, pause or resume a link. What it was called before goes on leading to it.",
    permission: "write",
    body: updateLinkBody,
    answer: linkWire,
    handle: async ({ ctx, shop, id, body }) => {
      const named = { linkId: id };
      const changed = await updateLink(ctx, named, body);
      if (isRefusal(changed)) return changed;
      const link = await readLink(shop, named);
      return isRefusal(link) ? link : linkToWire(link);
    },
  }),
  defineCall({
    id: "listLinksOfAffiliate",
    method: "GET",
    path: "/affiliates/{id}/links",
    tag: "Links",
    summary: "The links of an affiliate, newest first.",
    permission: "read",
    query: linkListQuery,
    answer: linkListWire,
    handle: async ({ shop, id, query }) => {
      const asked = linksAskedBy(query);
      if (isRefusal(asked)) return asked;
      const found = await readLinksOf(shop, id, asked);
      return isRefusal(found) ? found : linksToWire(found, query);
    },
  }),
  defineCall({
    id: "listImportedLinks",
    method: "GET",
    path: "/imported-links",
    tag: "Links",
    summary: "Parameters of other systems' links that count for affiliates of this shop.",
    permission: "read",
    query: foreignListQuery,
    answer: foreignListWire,
    handle: async ({ shopId, query }) => {
      const asked = foreignAskedBy(query);
      if (isRefusal(asked)) return asked;
      const found = await readForeignReferrals(shopId, asked);
      return isRefusal(found) ? found : foreignListToWire(found, query);
    },
  }),
  defineCall({
    id: "addImportedLink",
    method: "POST",
    path: "/imported-links",
    tag: "Links",
    summary: "Let links that carry this parameter with this value count for an affiliate.",
    permission: "write",
    body: addForeignBody,
    status: 201,
    answer: foreignWire,
    handle: async ({ ctx, body, now }) => {
      const { rows } = await addForeignReferrals(ctx, [{ line: 1, ...body }]);
      const [row] = rows;
      if (!row || row.affiliateId === null) return noSuchAffiliate;
      if (row.fault !== null) return refuse("conflict", row.fault, "value");
      return {
        parameter: row.parameter.toLowerCase(),
        value: row.value,
        affiliate: { id: row.affiliateId, name: row.affiliateName ?? "" },
        createdAt: now.toISOString(),
      };
    },
  }),
  defineCall({
    id: "removeImportedLink",
    method: "DELETE",
    path: "/imported-links",
    tag: "Links",
    summary: "Let links that carry it count for nobody; what was earned stays.",
    permission: "write",
    query: removeForeignQuery,
    answer: removedForeignWire,
    handle: async ({ ctx, query }) => {
      const refusal = await removeForeignReferral(ctx, query);
      return refusal ?? ({ removed: true } as const);
    },
  }),
];
