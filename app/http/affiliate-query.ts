import type { AffiliateListQuery } from "#app/contracts/affiliate.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { AffiliateListInput } from "#app/flows/affiliates/read-affiliates.ts";
import { affiliateFilterOf } from "./list-filters.ts";
import { sortedCursor, sortedPositionOf } from "./list-position.ts";

/** Converts a query to filters, sort order and page, by number or cursor. */
export function affiliatesAskedBy(query: AffiliateListQuery, timeZone: string): AffiliateListInput | Refusal {
  const { page, limit, sort } = query;
  const position = sortedPositionOf(query);
  if (isRefusal(position)) return position;
  const after = position && { key: position.key, affiliateId: position.id as AffiliateId };
  return { filter: affiliateFilterOf(query, timeZone), sort, page, limit, after };
}

type Position = NonNullable<AffiliateListInput["after"]>;

/** The cursor of the next page, or null on the last one. */
export function affiliateCursor(sort: AffiliateListQuery["sort"], next: Position | null): string | null {
  return sortedCursor(sort, next && { key: next.key, id: next.affiliateId });
}
