import { foreignToWire, type ForeignListQuery } from "#app/contracts/foreign-referral.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { ForeignAsked, readForeignReferrals } from "#app/flows/links/foreign-referrals.ts";
import { offsetRefusal, readCursor, writeCursor } from "./list-position.ts";

/**
 * Converts a query to the flow's filter and page. A refusal for an invalid cursor, or a page number that is too
 * high.
 */
export function foreignAskedBy(query: ForeignListQuery): ForeignAsked | Refusal {
  const { affiliate, search, page, limit } = query;
  const after = readCursor(query.cursor, ["parameter", "valueKey"]);
  if (isRefusal(after)) return after;
  const deep = after ? undefined : offsetRefusal(query);
  return deep ?? { filter: { affiliateId: affiliate, search }, page, limit, after };
}

type Found = Exclude<Awaited<ReturnType<typeof readForeignReferrals>>, Refusal>;

/** A page of the list as the API answers it. */
export function foreignListToWire({ referrals, total, next }: Found, { page, limit }: ForeignListQuery) {
  return {
    importedLinks: referrals.map(foreignToWire),
    pagination: { page, limit, total },
    nextCursor: next && writeCursor(next),
  };
}
