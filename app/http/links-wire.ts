import { linkToWire } from "#app/contracts/link-to-wire.ts";
import type { LinkListQuery } from "#app/contracts/link.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { LinksAsked, LinkView } from "#app/flows/links/read-links.ts";
import { nextCursor, positionOf } from "./list-position.ts";

/** What the flow is asked for, of the query of a list of links. */
export function linkFilterOf({ status, affiliate, search }: LinkListQuery) {
  return { status, affiliateId: affiliate, search };
}

/** The same with the page, or a refusal where its cursor is none. */
export function linksAskedBy(query: LinkListQuery): LinksAsked | Refusal {
  const position = positionOf(query);
  if (isRefusal(position)) return position;
  const after = position && { createdAt: position.at, linkId: position.id };
  return { filter: linkFilterOf(query), page: query.page, limit: query.limit, after };
}

type Found = {
  readonly links: readonly LinkView[];
  readonly total: number;
  readonly next: { readonly createdAt: Date; readonly linkId: string } | null;
};

/** A page of links as the API answers it. */
export function linksToWire({ links, total, next }: Found, { page, limit }: LinkListQuery) {
  return {
    links: links.map(linkToWire),
    pagination: { page, limit, total },
    nextCursor: nextCursor(next && { at: next.createdAt, id: next.linkId }),
  };
}
