import { affiliateWire } from "#app/contracts/affiliate.ts";
import { type OwnDetailsWire, payoutDetailsAnswerWire } from "#app/contracts/payout-details.ts";
import {
  earnedWire,
  homeWire,
  type HomeWire,
  type OwnOrdersWire,
  ownPayoutWire,
  type PayoutOutlookWire,
  payoutOutlookWire,
} from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import type { DiscountDetails } from "#app/domain/codes/discount.ts";
import type { Language } from "#app/domain/languages.ts";
import { otherCountries } from "#app/domain/payouts/account-check.ts";
import { accountKinds, methodOf } from "#app/domain/payouts/details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type NextTier, tierPercent } from "#app/domain/terms/next-tier.ts";
import type { Pay } from "#app/domain/terms/terms.ts";
import { readOwnPayouts, readPayoutOutlook } from "#app/flows/affiliates/read-own-payouts.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { offeredMethods, readDetails } from "#app/flows/affiliates/read-details.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { type PortalHome, readHome } from "#app/flows/affiliates/read-home.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { countryNames } from "#app/i18n/languages.ts";
import { db } from "#app/platform/db.server.ts";
import { wantsReminders } from "#app/store/payout-reminders.ts";
import { cursorInstant, readCursor, writeCursor } from "./list-position.ts";
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

const payoutsShown = 25;

/** One page of the payouts of the affiliate who is signed in; a cursor that cannot be read begins at the top. */
export async function ownPayoutsOf({ shop, affiliate }: AffiliateContext, cursor: string | null) {
  const position = readCursor(cursor ?? undefined, ["at", "id"]);
  const plannedAt = position && !isRefusal(position) ? cursorInstant(position.at) : undefined;
  const after =
    position && !isRefusal(position) && plannedAt ? { plannedAt, paymentId: position.id } : undefined;
  const { payouts, next } = answered(await readOwnPayouts(affiliate, { limit: payoutsShown, after }));
  return {
    payouts: payouts.map((one) => encode(ownPayoutWire, one)),
    nextCursor: next && writeCursor({ at: next.plannedAt.toISOString(), id: next.paymentId }),
    timeZone: shopInfoOf(shop).timeZone,
  };
}

/** When, from which amount on and where to the affiliate is paid next. */
export async function payoutOutlookOf(
  { shop, affiliate }: AffiliateContext,
  now: Date,
): Promise<PayoutOutlookWire> {
  const { shopId, affiliateId } = affiliate;
  const [outlook, { current, next, unconfirmed }] = await Promise.all([
    readPayoutOutlook(shop, now),
    readDetails(shopId, affiliateId, now),
  ]);
  return encode(payoutOutlookWire, {
    ...outlook,
    account: current,
    isWaiting: (next ?? unconfirmed) !== null,
  });
}

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
    commissions: earned.map((one) => encode(earnedWire, one)),
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

/** Where the affiliate who is signed in is paid, and the form of the kind that the address asks for. */
export async function ownDetailsOf(
  { shop, affiliate }: AffiliateContext,
  asked: { readonly kind: string | null; readonly language: Language; readonly now: Date },
): Promise<OwnDetailsWire> {
  const { shopId, affiliateId, email } = affiliate;
  const [standing, methods, isReminded] = await Promise.all([
    readDetails(shopId, affiliateId, asked.now),
    offeredMethods(shopId),
    wantsReminders(db(), shopId, affiliateId),
  ]);
  const { name: shopName, timeZone } = shopInfoOf(shop);
  const kinds = accountKinds.filter((kind) => methods.includes(methodOf(kind)));
  const kind = kinds.find((one) => one === asked.kind) ?? kinds[0] ?? null;
  const { current } = standing;
  return {
    details: encode(payoutDetailsAnswerWire, standing),
    kinds,
    kind,
    isCurrentOffered: current === null || methods.includes(current.method),
    isCustomerMissing: current !== null && current.customerMissingAt !== null && standing.next === null,
    countries: kind === "other" ? countryNames(asked.language, otherCountries) : [],
    currency: shop.currency,
    email,
    wantsReminders: isReminded,
    canEmail: hasEmailServer(),
    shopName,
    timeZone,
  };
}
