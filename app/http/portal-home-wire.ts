import { affiliateWire } from "#app/contracts/affiliate.ts";
import { homeCodeToWire, homeFiguresToWire, type HomeWire } from "#app/contracts/portal-home.ts";
import { earnedToWire } from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { readHome } from "#app/flows/affiliates/read-home.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { payoutOutlookOf } from "./own-payouts-wire.ts";
import { requestTime } from "./request-time.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";
import { shopInfoOf } from "./shop-wire.ts";

const latestShown = 5;
/** Bonuses and adjustments stand between the orders. */
const latestRead = 25;
const codesShown = 50;

/** The home of the affiliate who is signed in. */
export async function homeOf({ shop, affiliate }: AffiliateContext): Promise<HomeWire> {
  const { shopId, affiliateId } = affiliate;
  const now = requestTime();
  const [view, home, { earned }, { codes }, outlook] = await Promise.all([
    readAffiliate(shop, affiliateId),
    readHome(shop, affiliateId, now).then(answered),
    readEarned(shopId, affiliateId, { limit: latestRead }, now).then(answered),
    readCodes(shop, { affiliateId, status: "active", page: 1, limit: codesShown }).then(answered),
    payoutOutlookOf({ shop, affiliate }, now),
  ]);
  if (isRefusal(view)) throw new Error("The affiliate of a session is not there");
  const { name, status, referralLink, balances } = encode(affiliateWire, view);
  const { name: shopName, timeZone } = shopInfoOf(shop);
  return {
    shop: { name: shopName, timeZone },
    affiliate: { name, status, referralLink, balances },
    codes: codes.map((one) => homeCodeToWire(one, shop.currency)),
    latest: earned
      .filter((one) => one.kind === "order")
      .slice(0, latestShown)
      .map(earnedToWire),
    outlook,
    ...homeFiguresToWire(home, shop.currency),
  };
}
