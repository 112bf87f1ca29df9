import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { codeToWire } from "#app/contracts/discount-to-wire.ts";
import { earnedToWire, type PortalWire } from "#app/contracts/portal.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { payoutOutlookOf } from "./own-payouts-wire.ts";
import { requestTime } from "./request-time.ts";
import { cursorInstant, readCursor, writeCursor } from "./cursor.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";
import { shopInfoOf } from "./shop-wire.ts";

const commissionsShown = 25;

/** What the affiliate sees: always the one who is signed in; the address says only how far down the list to begin. */
export async function portalOf(
  { shop, affiliate }: AffiliateContext,
  cursor: string | null,
): Promise<PortalWire> {
  const { shopId, affiliateId } = affiliate;
  const page = { limit: commissionsShown, after: positionOf(cursor) };
  const [view, { earned, next }, { codes }, outlook] = await Promise.all([
    readAffiliate(shop, affiliateId),
    readEarned(shopId, affiliateId, page, requestTime()).then(answered),
    readCodes(shopId, { affiliateId, status: "active", page: 1, limit: 50 }).then(answered),
    payoutOutlookOf({ shop, affiliate }, requestTime()),
  ]);
  if (isRefusal(view)) throw new Error("The affiliate of a session is not there");
  const { name, status, referralCode, referralLink, balances } = affiliateToWire(view);
  const { name: shopName, logo, contactEmail, timeZone } = shopInfoOf(shop);
  return {
    shop: { name: shopName, logo, contactEmail, timeZone },
    affiliate: { name, status, referralCode, referralLink, balances },
    codes: codes.map((one) => codeToWire(one, shop.currency)).map(({ code, gives }) => ({ code, gives })),
    commissions: earned.map(earnedToWire),
    outlook,
    nextCursor: next && writeCursor({ at: next.at.toISOString(), id: next.id }),
  };
}

/** A cursor that cannot be read begins at the top. */
function positionOf(cursor: string | null) {
  const position = readCursor(cursor ?? undefined, ["at", "id"]);
  const at = position && !isRefusal(position) ? cursorInstant(position.at) : undefined;
  if (!position || isRefusal(position) || !at) return undefined;
  return { at, id: position.id };
}
