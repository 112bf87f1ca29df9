import type { AffiliateListQuery } from "#app/contracts/affiliate.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { AffiliatesAsked } from "#app/flows/affiliates/read-affiliates.ts";
import { affiliateFilterOf } from "./list-filters.ts";
import { sortedCursor, sortedPositionOf } from "./list-position.ts";

/** What a list's query asks for: filters, order, and a page by number or from a cursor on. */
export function affiliatesAskedBy(query: AffiliateListQuery, timeZone: string): AffiliatesAsked | Refusal {
  const { page, limit, sort } = query;
  const position = sortedPositionOf(query);
  if (isRefusal(position)) return position;
  const after = position && { key: position.key, affiliateId: position.id as AffiliateId };
  return { filter: affiliateFilterOf(query, timeZone), sort, page, limit, after };
}

type Position = NonNullable<AffiliatesAsked["after"]>;

/** The cursor of the next page, or null on the last one. */
export function affiliateCursor(sort: AffiliateListQuery["sort"], next: Position | null): string | null {
  return sortedCursor(sort, next && { key: next.key, id: next.affiliateId });
}
