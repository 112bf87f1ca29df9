import { foreignToWire, type ForeignListQuery } from "#app/contracts/foreign-referral.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { ForeignAsked, readForeignReferrals } from "#app/flows/links/foreign-referrals.ts";
import { offsetRefusal, readCursor, writeCursor } from "./list-position.ts";

/** What the flow is asked for, or a refusal where the cursor is none, or the page lies too deep. */
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
