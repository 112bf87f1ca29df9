import type { AffiliateListQuery } from "#app/contracts/affiliate.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { AffiliatesAsked } from "#app/flows/affiliates/read-affiliates.ts";
import { cursorInstant, readCursor, writeCursor } from "./cursor.ts";
import { offsetRefusal } from "./paginate.ts";

/** What a list's query asks for: filters, order, and a page by number or from a cursor on. */
export function affiliatesAskedBy(query: AffiliateListQuery): AffiliatesAsked | Refusal {
  const { page, limit, sort, status, search, program } = query;
  const asked = { filter: { status, search, programId: program }, sort, limit };
  const position = readCursor(query.cursor, ["sort", "key", "id"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query) ?? { ...asked, page };
  const key = position.sort === "name" ? position.key : cursorInstant(position.key);
  if (position.sort !== sort || key === undefined) {
    return refuse("invalid", "Is not a cursor of this list in this order", "cursor");
  }
  return { ...asked, page, after: { key, affiliateId: position.id as AffiliateId } };
}

type Position = NonNullable<AffiliatesAsked["after"]>;

/** The cursor of the next page, or null on the last one. */
export function affiliateCursor(sort: AffiliateListQuery["sort"], next: Position | null): string | null {
  if (!next) return null;
  const key = typeof next.key === "string" ? next.key : next.key.toISOString();
  return writeCursor({ sort, key, id: next.affiliateId });
}
