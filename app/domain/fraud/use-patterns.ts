import type { ChosenRule, Finding } from "./rules.ts";

/** An affiliate's credited orders of one day, its visitors, and the sum of orders of the 28 days before. */
type OrdersOfDay = {
  readonly day: string;
  readonly orders: number;
  readonly visitors: number;
  readonly before: number;
};
type ClicksOfVisitor = { readonly day: string; readonly clicks: number };

const daysBefore = 28;

/**
 * Far more orders than usual, by a factor and by more than chance explains, with too few visitors for them. A
 * newsletter or podcast episode brings both, because most visitors buy nothing.
 */
export function orderBurst(
  { day, orders, visitors, before }: OrdersOfDay,
  limits: ChosenRule["limits"],
): Finding | null {
  const usual = before / daysBefore;
  const least = Math.max(limits["orders"] ?? 0, usual * (limits["times"] ?? 1), usual + 4 * Math.sqrt(usual));
  if (orders < least || visitors >= orders * (limits["visitors"] ?? Infinity)) return null;
  const score = Math.min(100, Math.trunc(50 + 10 * Math.log2(orders / Math.max(1, least) + 1)));
  return { kind: "burst", score, evidence: { day, orders, visitors, usual: Math.trunc(usual * 10) / 10 } };
}

/** One visitor with many clicks on an affiliate's links. */
export function clickBurst({ day, clicks }: ClicksOfVisitor, limits: ChosenRule["limits"]): Finding | null {
  if (clicks < (limits["clicks"] ?? Infinity)) return null;
  return { kind: "burst", score: 60, evidence: { day, clicks } };
}

/** How a code was used within some days. */
export type CodeUse = {
  readonly orders: number;
  /** Orders that also have a click or landing page of the affiliate. */
  readonly visited: number;
  /** Orders of customers who had bought nothing before. */
  readonly fresh: number;
  /** Orders that came from a coupon site, or carry a click on another affiliate's link. */
  readonly foreign: number;
};

export type CodeHistory = {
  readonly code: string;
  /** The last 30 days. */
  readonly recent: CodeUse;
  /** The 60 days before. */
  readonly before: CodeUse;
};

/** Earlier orders needed before a change can be recognized. */
const fewestBefore = 5;
const recentDays = 30;
const beforeDays = 60;

function fractionOf(part: number, of: number): number {
  return of === 0 ? 0 : part / of;
}

/**
 * Likelihood of a leak, 0 to 100. Use by new customers without a visit is weak evidence by itself: a code
 * from a podcast looks like that from its first day on. A leak shows in a change over time, and in visits
 * from elsewhere.
 */
export function leakScore({ recent, before }: CodeHistory): number {
  if (recent.orders === 0) return 0;
  const unvisited = 1 - fractionOf(recent.visited, recent.orders);
  const fresh = fractionOf(recent.fresh, recent.orders);
  const hasPast = before.orders >= fewestBefore;
  const lost = hasPast
    ? Math.max(0, fractionOf(before.visited, before.orders) - fractionOf(recent.visited, recent.orders))
    : 0;
  const foreign = Math.min(1, 2 * fractionOf(recent.foreign, recent.orders));
  const pace = hasPast ? recent.orders / recentDays / (before.orders / beforeDays) : 1;
  const growth = Math.min(1, Math.max(0, (pace - 1) / 4));
  const points = 15 * unvisited + 10 * fresh + 40 * lost + (45 * foreign + 8 * growth) * unvisited;
  return Math.min(100, Math.trunc(points));
}

/** A flag for a code that has probably leaked. */
export function leakedCodeFlag(history: CodeHistory, limits: ChosenRule["limits"]): Finding | null {
  const { recent, before, code } = history;
  const score = leakScore(history);
  if (recent.orders < (limits["orders"] ?? 0) || score < (limits["score"] ?? 100)) return null;
  const evidence = {
    code,
    orders: recent.orders,
    visited: recent.visited,
    fresh: recent.fresh,
    foreign: recent.foreign,
    ordersBefore: before.orders,
    visitedBefore: before.visited,
  };
  return { kind: "leaked-code", score, evidence };
}

const couponWords =
  /coupon|promo-?code|voucher|discount-?code|rabatt|gutschein|codepromo|honey|retailmenot|capitalone|slickdeals|dealspotr|wethrift|simplycodes|groupon|couponfollow|dontpayfull|vouchercloud|karma|rakuten/;

/**
 * True for a host or campaign of a coupon site. Source: the names of the sites and extensions that shops
 * block most.
 */
export function isCouponSite(hostOrSource: string): boolean {
  return couponWords.test(hostOrSource.toLowerCase());
}
