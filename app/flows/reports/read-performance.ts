import { conversionRate } from "#app/domain/dashboard-figures.ts";
import { daysIn, type DaySpan, type DayStep, spanBefore, spansOf } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Range, spanMeant } from "#app/domain/report-ranges.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { countActiveProgramsAt, countNewcomers } from "#app/store/dashboard.ts";
import { readWithin } from "#app/store/read-within.ts";
import { listReportDays } from "#app/store/report-sums.ts";
import { type BesideOrders, readBeside } from "./read-beside.ts";
import { type BestLists, listBestKept, listBestOfOrders } from "./read-best.ts";

type Shop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

/** Days of the shop, both counted in, and whose; what is left out is filled in, so that the usual days are shown. */
export type PerformanceAsked = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In the place of both. */
  readonly range?: Range | undefined;
  readonly by?: DayStep | undefined;
  readonly affiliate?: string | undefined;
  readonly program?: string | undefined;
};

/** What some days counted, amounts in the shop's currency. Refunds count on their own day (M14). */
export type PeriodFigures = DaySpan & {
  /** Net of the refunds of these days. */
  readonly revenueMinor: bigint;
  readonly refundsMinor: bigint;
  readonly commissionMinor: bigint;
  readonly orders: number;
  /** Null of a program: a click belongs to an affiliate, and to none of their programs. */
  readonly clicks: number | null;
  readonly visitors: number | null;
  readonly conversionRate: number | null;
  /** Affiliates that came in these days, whatever became of them; null where the figures are narrowed. */
  readonly newAffiliates: number | null;
  /** Programs that credited orders when these days ended; null where the figures are narrowed. */
  readonly activePrograms: number | null;
};

export type Performance = {
  readonly currency: string;
  readonly by: DayStep;
  readonly affiliate: string | null;
  readonly program: string | null;
  readonly total: PeriodFigures;
  /** As many days, right before. */
  readonly before: PeriodFigures;
  /** Oldest first, those without anything too. */
  readonly periods: readonly PeriodFigures[];
  /** What was earned on these days beside what orders earned. */
  readonly besideOrders: readonly BesideOrders[] | null;
  readonly best: BestLists;
};

/** Of more days, fewer periods are shown where nobody says which. */
const mostShownByDay = 62;
const mostShownByWeek = 200;

/** The days that are meant, and how they are cut. */
export function performanceSpan(asked: PerformanceAsked, today: string): DaySpan & { by: DayStep } {
  const span = spanMeant(asked, today);
  return { ...span, by: asked.by ?? usualStep(daysIn(span)) };
}

function usualStep(days: number): DayStep {
  if (days <= mostShownByDay) return "day";
  return days <= mostShownByWeek ? "week" : "month";
}

/** How a shop did in some days, against as many days before, and who did best, all of it read at one moment. */
export async function readPerformance(
  shop: Shop,
  asked: PerformanceAsked,
  now: Date,
  limitMs?: number,
): Promise<Performance | Refusal> {
  const { shopId, currency, timeZone } = shop;
  const { affiliate, program } = asked;
  const { by, ...span } = performanceSpan(asked, dayIn(timeZone, now));
  const spans = { span, before: spanBefore(span), periods: spansOf(span, by) };
  const best = { days: span, currency, filter: { affiliate, program } };
  const within = { what: "These figures take", hint: "Choose fewer days.", limitMs };
  const kept = await readWithin(within, async (db) => ({
    ...(await figuresOf(db, shop, { ...spans, filter: best.filter })),
    besideOrders: await readBeside(db, shop, best),
    best: await listBestKept(db, shopId, best),
  }));
  if ("refused" in kept) return kept;
  const lists = [...kept.best, ...(await listBestOfOrders(shopId, best))];
  return {
    ...kept,
    currency,
    by,
    affiliate: affiliate ?? null,
    program: program ?? null,
    best: Object.fromEntries(lists) as BestLists,
  };
}

type Spans = { readonly span: DaySpan; readonly before: DaySpan; readonly periods: readonly DaySpan[] };
type Filter = Pick<PerformanceAsked, "affiliate" | "program">;
type Day = Awaited<ReturnType<typeof listReportDays>>[number];

async function figuresOf(
  db: Db,
  shop: Shop,
  { span, before, periods, filter }: Spans & { filter: Filter },
): Promise<Pick<Performance, "total" | "before" | "periods">> {
  const days = { from: before.from, to: span.to };
  const rows = await listReportDays(db, shop.shopId, { by: "affiliate", days, filter });
  const isNarrowed = filter.affiliate !== undefined || filter.program !== undefined;
  const shopwide = isNarrowed ? nobodys : await shopwideOf(db, shop, { span, before, periods });
  const of = (part: DaySpan) =>
    summed(part, rows, { currency: shop.currency, hasClicks: filter.program === undefined });
  return {
    total: { ...of(span), ...shopwide.total },
    before: { ...of(before), ...shopwide.before },
    periods: periods.map((part, index) => ({ ...of(part), ...shopwide.period(index) })),
  };
}

type Shopwide = Pick<PeriodFigures, "newAffiliates" | "activePrograms">;

const none: Shopwide = { newAffiliates: null, activePrograms: null };
const nobodys = { total: none, before: none, period: () => none };

/** What is the shop's and nobody's in it: newcomers of some days, and how many programs were active when these ended. */
async function shopwideOf(db: Db, { shopId, timeZone }: Shop, { span, before, periods }: Spans) {
  const starts = [before, ...periods].map(({ from }) => dayStart(timeZone, from));
  const until = dayStart(timeZone, dayAfter(span.to, 1));
  const newcomers = await countNewcomers(db, shopId, { starts, until });
  // Each of them ends where the next one begins.
  const programs = await countActiveProgramsAt(db, shopId, [...starts.slice(1), until]);
  const at = (place: number): Shopwide => ({
    newAffiliates: newcomers[place] ?? 0,
    activePrograms: programs[place] ?? 0,
  });
  const came = newcomers.slice(1).reduce((sum, count) => sum + count, 0);
  return {
    total: { ...at(periods.length), newAffiliates: came },
    before: at(0),
    period: (index: number) => at(index + 1),
  };
}

/** Of all currencies what is counted, of one what is an amount (M18). */
function summed(
  span: DaySpan,
  days: readonly Day[],
  { currency, hasClicks }: { readonly currency: string; readonly hasClicks: boolean },
): Omit<PeriodFigures, "newAffiliates" | "activePrograms"> {
  const own = days.filter(({ day }) => day >= span.from && day <= span.to);
  const count = (of: (one: Day) => number | null) => own.reduce((sum, one) => sum + (of(one) ?? 0), 0);
  const amounts = own.filter((one) => one.currency === currency);
  const minor = (of: (one: Day) => bigint) => amounts.reduce((sum, one) => sum + of(one), 0n);
  const visitors = hasClicks ? count((one) => one.visitors) : null;
  const clickOrders = count((one) => one.clickOrders);
  return {
    ...span,
    revenueMinor: minor((one) => one.netMinor),
    refundsMinor: minor((one) => one.refundsMinor),
    commissionMinor: minor((one) => one.commissionMinor),
    orders: count((one) => one.orders),
    clicks: hasClicks ? count((one) => one.clicks) : null,
    visitors,
    conversionRate: visitors === null ? null : conversionRate(clickOrders, visitors),
  };
}
