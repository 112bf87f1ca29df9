import { conversionRate } from "#app/domain/dashboard-figures.ts";
import { daysIn, type DaySpan, type DayStep, spanAsked, spanBefore, spansOf } from "#app/domain/day-spans.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import {
  type Best,
  bestAffiliates,
  bestPrograms,
  countActiveProgramsAt,
  listNewcomers,
  listShopDays,
  type ShopDay,
} from "#app/store/dashboard.ts";

type Shop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

/** Days of the shop, both counted in; what is left out is filled in, so that the usual days are shown. */
export type PerformanceAsked = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: DayStep | undefined;
};

/** What some days counted, amounts in the shop's currency. Refunds count on their own day (M14). */
export type PeriodFigures = DaySpan & {
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  readonly orders: number;
  readonly clicks: number;
  readonly visitors: number;
  readonly conversionRate: number;
  /** Affiliates that came in these days, whatever became of them; counted up to 10,000. */
  readonly newAffiliates: number;
  /** Programs that credited orders when these days ended. */
  readonly activePrograms: number;
};

export type Performance = {
  readonly currency: string;
  readonly by: DayStep;
  readonly total: PeriodFigures;
  /** As many days, right before. */
  readonly before: PeriodFigures;
  /** Oldest first, those without anything too. */
  readonly periods: readonly Omit<PeriodFigures, "activePrograms">[];
  readonly bestAffiliates: readonly Best<AffiliateId>[];
  readonly bestPrograms: readonly Best<ProgramId>[];
};

/** Of more days, fewer periods are shown where nobody says which. */
const mostShownByDay = 62;
const mostShownByWeek = 200;
const bestShown = 5;

/** The days that are meant, and how they are cut. */
export function performanceSpan(asked: PerformanceAsked, today: string): DaySpan & { by: DayStep } {
  const span = spanAsked(asked, today);
  return { ...span, by: asked.by ?? usualStep(daysIn(span)) };
}

function usualStep(days: number): DayStep {
  if (days <= mostShownByDay) return "day";
  return days <= mostShownByWeek ? "week" : "month";
}

/** How a shop did in some days, against as many days before, and who did best. */
export async function readPerformance(shop: Shop, asked: PerformanceAsked, now: Date): Promise<Performance> {
  const { shopId, currency, timeZone } = shop;
  const { by, ...span } = performanceSpan(asked, dayIn(timeZone, now));
  const before = spanBefore(span);
  const both = { from: before.from, to: span.to };
  const instants = [before.from, span.from, dayAfter(span.to, 1)].map((day) => dayStart(timeZone, day));
  const [since = now, middle = now, until = now] = instants;
  const best = { span, currency, limit: bestShown };
  const [days, newcomers, programsBefore, programs, topAffiliates, topPrograms] = await Promise.all([
    listShopDays(db(), shopId, { span: both, currency }),
    listNewcomers(db(), shopId, { since, until }),
    countActiveProgramsAt(db(), shopId, middle),
    countActiveProgramsAt(db(), shopId, until),
    bestAffiliates(db(), shopId, best),
    bestPrograms(db(), shopId, best),
  ]);
  const came = newcomers.map((at) => dayIn(timeZone, at));
  const of = (part: DaySpan) => summed(part, days, came);
  return {
    currency,
    by,
    total: { ...of(span), activePrograms: programs },
    before: { ...of(before), activePrograms: programsBefore },
    periods: spansOf(span, by).map(of),
    bestAffiliates: topAffiliates,
    bestPrograms: topPrograms,
  };
}

function summed(
  span: DaySpan,
  days: readonly ShopDay[],
  came: readonly string[],
): Omit<PeriodFigures, "activePrograms"> {
  const isWithin = (day: string) => day >= span.from && day <= span.to;
  const own = days.filter(({ day }) => isWithin(day));
  const count = (of: (one: ShopDay) => number) => own.reduce((sum, one) => sum + of(one), 0);
  const minor = (of: (one: ShopDay) => bigint) => own.reduce((sum, one) => sum + of(one), 0n);
  const visitors = count((one) => one.visitors);
  return {
    ...span,
    revenueMinor: minor((one) => one.revenueMinor),
    commissionMinor: minor((one) => one.commissionMinor),
    orders: count((one) => one.orders),
    clicks: count((one) => one.clicks),
    visitors,
    conversionRate: conversionRate(
      count((one) => one.clickOrders),
      visitors,
    ),
    newAffiliates: came.filter(isWithin).length,
  };
}
