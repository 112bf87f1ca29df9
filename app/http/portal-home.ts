import { homeWire, type HomeWire } from "#app/contracts/portal-home.ts";
import { earnedWire } from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import type { DiscountDetails } from "#app/domain/codes/discount.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type NextTier, tierPercent } from "#app/domain/terms/next-tier.ts";
import type { Pay } from "#app/domain/terms/terms.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { type PortalHome, readHome } from "#app/flows/affiliates/read-home.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { payoutOutlookOf } from "./own-payouts.ts";
import { requestTime } from "./request-time.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";
import { answered } from "./respond.ts";
import { shopInfoOf } from "./shop-info.ts";

const codesShown = 50;

/** The home of the affiliate who is signed in. */
export async function homeOf({ shop, affiliate }: AffiliateContext): Promise<HomeWire> {
  const { affiliateId } = affiliate;
  const { currency } = shop;
  const now = requestTime();
  const [view, home, { codes }, outlook] = await Promise.all([
    readAffiliate(shop, affiliateId),
    readHome(shop, affiliateId, now).then(answered),
    readCodes(shop, { affiliateId, status: "active", page: 1, limit: codesShown }).then(answered),
    payoutOutlookOf({ shop, affiliate }, now),
  ]);
  if (isRefusal(view)) throw new Error("The affiliate of a session is not there");
  const shown = encode(homeWire, {
    ...home,
    shop: shopInfoOf(shop),
    affiliate: view,
    codes: codes.map(({ details, ...code }) => ({
      ...code,
      gives: details && discountOf(details, currency),
    })),
    month: { earned: home.month.earned, change: changeOf(home.month) },
    tiers: home.tiers.map((tier) => ({
      ...tier,
      reached: reachedOf(tier, currency),
      percent: tierPercent(tier),
    })),
    pay: home.pay && payRange(home.pay),
  });
  return {
    ...shown,
    latest: home.latest.map((one) => encode(earnedWire, one)),
    outlook,
  };
}

/** A code's discount for the shopper, or null where only the store's admin can say. */
function discountOf({ value }: DiscountDetails, currencyCode: string) {
  switch (value.kind) {
    case "percentage":
      return { kind: value.kind, ratio: Number(value.percent) / 100 };
    case "amount": {
      const amount = { amount: value.amount, currencyCode };
      return { kind: value.eachItem ? ("amount-per-item" as const) : value.kind, amount };
    }
    case "free-shipping":
      return { kind: value.kind };
    case "other":
    default:
      return null;
  }
}

/** In whole percent as a ratio (0.12); null where there was nothing before. */
function changeOf({ earned, before }: PortalHome["month"]): number | null {
  if (before.minor <= 0n) return null;
  return Math.round((Number(earned.minor - before.minor) / Number(before.minor)) * 100) / 100;
}

/** In the measure of the goal. */
function reachedOf({ goal: { measure }, reached }: NextTier, currency: string) {
  return measure === "orders"
    ? { measure, count: reached.orders }
    : { measure, amount: { minor: reached.salesMinor, currency } };
}

/** Pay before the first tier and at the highest one. */
function payRange(pay: Pay) {
  if (pay.kind !== "tiered") return { from: pay, upTo: null };
  return { from: pay.below, upTo: pay.steps.at(-1)?.pay ?? null };
}
