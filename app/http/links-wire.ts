import { linkToWire } from "#app/contracts/link-to-wire.ts";
import type { LinkListQuery } from "#app/contracts/link.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { LinksAsked, LinkView } from "#app/flows/links/read-links.ts";
import { nextCursor, positionOf } from "./list-position.ts";

/** Converts the query of a list of links to the flow's filter. */
export function linkFilterOf({ status, affiliate, search }: LinkListQuery) {
  return { status, affiliateId: affiliate, search };
}

/** Filter and page of a list of links. A refusal for an invalid cursor. */
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
