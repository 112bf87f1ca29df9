import { affiliateWire } from "#app/contracts/affiliate.ts";
import { earnedToWire, type OwnOrdersWire } from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { requestTime } from "./request-time.ts";
import { cursorInstant, readCursor, writeCursor } from "./list-position.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";
import { shopInfoOf } from "./shop-info.ts";

const commissionsShown = 25;

/** Balances and commissions of the affiliate who is signed in; the cursor says how far down the list to begin. */
export async function ownOrdersOf(
  { shop, affiliate }: AffiliateContext,
  cursor: string | null,
): Promise<OwnOrdersWire> {
  const { shopId, affiliateId } = affiliate;
  const page = { limit: commissionsShown, after: positionOf(cursor) };
  const [view, { earned, next }] = await Promise.all([
    readAffiliate(shop, affiliateId),
    readEarned(shopId, affiliateId, page, requestTime()).then(answered),
  ]);
  if (isRefusal(view)) throw new Error("The affiliate of a session is not there");
  return {
    balances: encode(affiliateWire.shape.balances, view.balances),
    commissions: earned.map(earnedToWire),
    nextCursor: next && writeCursor({ at: next.at.toISOString(), id: next.id }),
    timeZone: shopInfoOf(shop).timeZone,
  };
}

/** A cursor that cannot be read begins at the top. */
function positionOf(cursor: string | null) {
  const position = readCursor(cursor ?? undefined, ["at", "id"]);
  const at = position && !isRefusal(position) ? cursorInstant(position.at) : undefined;
  if (!position || isRefusal(position) || !at) return undefined;
  return { at, id: position.id };
}
