import {
  addImportedLinksBody,
  importedLinkListQuery,
  importedLinkListWire,
  importedLinkWire,
  removedImportedLinkWire,
  removeImportedLinkQuery,
} from "#app/contracts/imported-link.ts";
import {
  createLinkBody,
  linkListQuery,
  linkListWire,
  type LinkListQuery,
  linkWire,
  updateLinkBody,
} from "#app/contracts/link.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { addImportedLinks, readImportedLinks, removeImportedLink } from "#app/flows/links/imported-links.ts";
import { type LinkListInput, readLink, readLinks, readLinksOf } from "#app/flows/links/read-links.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { linkFilterOf } from "#app/http/list-filters.ts";
import { nextCursor, offsetRefusal, positionOf, readCursor, writeCursor } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

const noSuchAffiliate = refuse("invalid", { code: "not_found", what: "affiliate" }, "affiliate");

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
    handle: ({ shop, query }) => listOf(query, (asked) => readLinks(shop, asked)),
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
      return await readLink(shop, { linkId });
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
    handle: ({ shop, id }) => readLink(shop, { linkId: id }),
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
      return await readLink(shop, named);
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
    handle: ({ shop, id, query }) => listOf(query, (asked) => readLinksOf(shop, id, asked)),
  }),
  defineCall({
    id: "listImportedLinks",
    method: "GET",
    path: "/imported-links",
    tag: "Links",
    summary: "Parameters of other systems' links that count for affiliates of this shop.",
    permission: "read",
    query: importedLinkListQuery,
    answer: importedLinkListWire,
    handle: async ({ shopId, query }) => {
      const after = readCursor(query.cursor, ["parameter", "valueKey"]);
      if (isRefusal(after)) return after;
      const tooDeep = after ? undefined : offsetRefusal(query);
      if (tooDeep) return tooDeep;
      const { affiliate: affiliateId, search, page, limit } = query;
      const found = await readImportedLinks(shopId, {
        filter: { affiliateId, search },
        page,
        limit,
        after,
      });
      if (isRefusal(found)) return found;
      const { referrals: importedLinks, total, next } = found;
      return { importedLinks, pagination: { page, limit, total }, nextCursor: next && writeCursor(next) };
    },
  }),
  defineCall({
    id: "addImportedLink",
    method: "POST",
    path: "/imported-links",
    tag: "Links",
    summary: "Let links that carry this parameter with this value count for an affiliate.",
    permission: "write",
    body: addImportedLinksBody,
    status: 201,
    answer: importedLinkWire,
    handle: async ({ ctx, body, now }) => {
      const { rows } = await addImportedLinks(ctx, [{ line: 1, ...body }]);
      const [row] = rows;
      if (!row || row.affiliateId === null) return noSuchAffiliate;
      if (row.fault !== null) return refuse("conflict", row.fault, "value");
      return {
        parameter: row.parameter.toLowerCase(),
        value: row.value,
        affiliate: { id: row.affiliateId, name: row.affiliateName ?? "" },
        createdAt: now,
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
    query: removeImportedLinkQuery,
    answer: removedImportedLinkWire,
    handle: async ({ ctx, query }) => {
      const refusal = await removeImportedLink(ctx, query);
      return refusal ?? ({ removed: true } as const);
    },
  }),
];

/** A page of the links that `read` finds. */
async function listOf(query: LinkListQuery, read: (asked: LinkListInput) => ReturnType<typeof readLinks>) {
  const position = positionOf(query);
  if (isRefusal(position)) return position;
  const after = position && { createdAt: position.at, linkId: position.id };
  const { page, limit } = query;
  const found = await read({ filter: linkFilterOf(query), page, limit, after });
  if (isRefusal(found)) return found;
  const { links, total, next } = found;
  return {
    links,
    pagination: { page, limit, total },
    nextCursor: nextCursor(next && { at: next.createdAt, id: next.linkId }),
  };
}
