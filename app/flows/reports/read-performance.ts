import type { ShopWith } from "#app/domain/context.ts";
import { conversionRate, type TopList } from "#app/domain/dashboard-figures.ts";
import {
  type comparisons,
  type DaySpan,
  type DayStep,
  periodsCompared,
  type Range,
  spanCompared,
  spanOfRange,
  spansOf,
  usualStep,
} from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { type Money, zero } from "#app/domain/money.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { ReportFilter } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart, uptimeMs } from "#app/platform/clock.ts";
import { type Db, inSnapshotWithin, together, TookTooLong } from "#app/platform/db.server.ts";
import { sumOtherCommissions } from "#app/store/counted-orders.ts";
import { countActiveProgramsAt, countNewcomers } from "#app/store/reports.ts";
import { readWithin } from "#app/store/read-within.ts";
import { reportNamesOf } from "#app/store/names.ts";
import { isKept, listBestSums, listReportDays } from "#app/store/report-sums.ts";

/** Days of the shop, both included, and the affiliate or program. Missing fields get the defaults. */
type PerformanceQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Replaces both `from` and `to`. */
  readonly range?: Range | undefined;
  readonly by?: DayStep | undefined;
  /** The days before by default. */
  readonly compare?: (typeof comparisons)[number] | undefined;
  readonly affiliate?: string | undefined;
  readonly program?: string | undefined;
  /** The only list of best values to read; without it all of them. */
  readonly top?: TopList | undefined;
};

/** Figures of some days, amounts in the shop's currency. Refunds count on their own day (M14). */
type PeriodFigures = DaySpan & {
  /** Net of refunds on these days. */
  readonly revenue: Money;
  readonly refunds: Money;
  readonly commission: Money;
  readonly orders: number;
  /** Null for a program, because a click belongs to an affiliate and to none of their programs. */
  readonly clicks: number | null;
  readonly visitors: number | null;
  readonly conversionRate: number | null;
  /** Affiliates added on these days, in any status now. Null if the figures are filtered. */
  readonly newAffiliates: number | null;
  /** Programs that credited orders at the end of these days. Null if the figures are filtered. */
  readonly activePrograms: number | null;
};

/** Figures that a chart compares. */
type ComparedFigures = Pick<PeriodFigures, "from" | "to" | "revenue" | "commission" | "orders" | "clicks">;

export type Performance = {
  readonly by: DayStep;
  readonly affiliate: string | null;
  readonly program: string | null;
  readonly total: PeriodFigures;
  /** The period that it is compared with: the same number of days right before, or the same days a year earlier. */
  readonly before: PeriodFigures;
  /** Oldest first, including empty ones. */
  readonly periods: readonly PeriodFigures[];
  /** For each period, the one that it is compared with. */
  readonly periodsBefore: readonly ComparedFigures[];
  /** Bonuses, manual commissions and adjustments of these days. */
  readonly otherCommissions: readonly OtherCommissions[] | null;
} & BestLists;

/** The requested days and the period that they are divided into. */
export function performanceSpan(asked: PerformanceQuery, today: string): DaySpan & { by: DayStep } {
  const span = spanOfRange(asked, today);
  return { ...span, by: asked.by ?? usualStep(span) };
}

/** Reads a shop's figures of some days, those of the days before, and the best values, in one snapshot. */
export async function readPerformance(
  shop: ShopWith<"currency" | "timeZone">,
  asked: PerformanceQuery,
  now: Date,
  limitMs?: number,
): Promise<Performance | Refusal> {
  const { shopId, currency, timeZone } = shop;
  const { affiliate, program } = asked;
  const { by, ...span } = performanceSpan(asked, dayIn(timeZone, now));
  const { compare = "previous" } = asked;
  const periods = spansOf(span, by);
  const periodsBefore = periodsCompared(periods, span, compare);
  const spans = { span, before: spanCompared(span, compare), periods, periodsBefore };
  const best = { days: span, currency, filter: { affiliate, program }, top: asked.top };
  const within = { what: "figures", limitMs } as const;
  const kept = await readWithin(within, (db) =>
    together(
      readPeriodFigures(db, shop, { ...spans, filter: best.filter }),
      readOtherCommissions(db, shop, best),
      listBestKept(db, shopId, best),
    ),
  );
  if ("refused" in kept) return kept;
  const [figures, otherCommissions, listsKept] = kept;
  const unread = bestLists.map(({ name }) => [name, null] as const);
  const lists = [...unread, ...listsKept, ...(await listBestOfOrders(shopId, best))];
  return {
    ...figures,
    otherCommissions,
    by,
    affiliate: affiliate ?? null,
    program: program ?? null,
    ...(Object.fromEntries(lists) as BestLists),
  };
}

type PerformanceSpans = {
  readonly span: DaySpan;
  readonly before: DaySpan;
  readonly periods: readonly DaySpan[];
  readonly periodsBefore: readonly DaySpan[];
};
type PerformanceFilter = Pick<PerformanceQuery, "affiliate" | "program">;
type ReportDay = Awaited<ReturnType<typeof listReportDays>>[number];

async function readPeriodFigures(
  db: Db,
  shop: ShopWith<"currency" | "timeZone">,
  { span, before, periods, periodsBefore, filter }: PerformanceSpans & { filter: PerformanceFilter },
): Promise<Pick<Performance, "total" | "before" | "periods" | "periodsBefore">> {
  // Days that follow each other are read by one statement, because each costs more than its rows.
  const isRightBefore = dayAfter(before.to, 1) === span.from;
  const runs = isRightBefore ? [[before, ...periods]] : [[before], periods];
  const read = await together(...runs.map((run) => readRun(db, shop, { run, filter })));
  const [daysBefore, days] = [read[0]?.days ?? [], read.at(-1)?.days ?? []];
  const [shopwideBefore = noShopwide, ...shopwide] = read.flatMap((one) => one.shopwide);
  const kind = { currency: shop.currency, hasClicks: filter.program === undefined };
  return {
    total: { ...sumPeriod(span, days, kind), ...(isNarrowed(filter) ? noShopwide : totalShopwide(shopwide)) },
    before: { ...sumPeriod(before, daysBefore, kind), ...shopwideBefore },
    periods: periods.map((one, index) => ({
      ...sumPeriod(one, days, kind),
      ...(shopwide[index] ?? noShopwide),
    })),
    periodsBefore: periodsBefore.map((one) => sumPeriod(one, daysBefore, kind)),
  };
}

/** The rows of successive periods, and the figures of the shop as a whole in each. */
async function readRun(
  db: Db,
  shop: ShopWith<"currency" | "timeZone">,
  { run, filter }: { readonly run: readonly DaySpan[]; readonly filter: PerformanceFilter },
) {
  const all = { from: run[0]?.from ?? "", to: run.at(-1)?.to ?? "" };
  const [days, shopwide] = await together(
    listReportDays(db, shop.shopId, { by: "affiliate", days: all, filter }),
    isNarrowed(filter) ? Promise.resolve(run.map(() => noShopwide)) : readShopwide(db, shop, run),
  );
  return { days, shopwide };
}

const isNarrowed = ({ affiliate, program }: PerformanceFilter) =>
  affiliate !== undefined || program !== undefined;

type ShopwideFigures = Pick<PeriodFigures, "newAffiliates" | "activePrograms">;

const noShopwide: ShopwideFigures = { newAffiliates: null, activePrograms: null };

/**
 * Figures of the shop as a whole in periods that follow each other: affiliates added, and programs active at the end.
 */
async function readShopwide(
  db: Db,
  { shopId, timeZone }: ShopWith<"currency" | "timeZone">,
  periods: readonly DaySpan[],
): Promise<ShopwideFigures[]> {
  const starts = periods.map(({ from }) => dayStart(timeZone, from));
  const until = dayStart(timeZone, dayAfter(periods.at(-1)?.to ?? "", 1));
  const [newcomers, programs] = await together(
    countNewcomers(db, shopId, { starts, until }),
    // Each period ends where the next one begins.
    countActiveProgramsAt(db, shopId, [...starts.slice(1), until]),
  );
  return periods.map((_period, index) => ({
    newAffiliates: newcomers[index] ?? 0,
    activePrograms: programs[index] ?? 0,
  }));
}

function totalShopwide(periods: readonly ShopwideFigures[]): ShopwideFigures {
  return {
    newAffiliates: periods.reduce((sum, { newAffiliates }) => sum + (newAffiliates ?? 0), 0),
    activePrograms: periods.at(-1)?.activePrograms ?? 0,
  };
}

/** Sums counts over all currencies, and amounts in one currency (M18). */
function sumPeriod(
  span: DaySpan,
  days: readonly ReportDay[],
  { currency, hasClicks }: { readonly currency: string; readonly hasClicks: boolean },
): Omit<PeriodFigures, "newAffiliates" | "activePrograms"> {
  const own = days.filter(({ day }) => day >= span.from && day <= span.to);
  const count = (of: (one: ReportDay) => number | null) => own.reduce((sum, one) => sum + (of(one) ?? 0), 0);
  const amounts = own.filter((one) => one.currency === currency);
  const money = (of: (one: ReportDay) => bigint): Money => ({
    minor: amounts.reduce((sum, one) => sum + of(one), 0n),
    currency,
  });
  const visitors = hasClicks ? count((one) => one.visitors) : null;
  const clickOrders = count((one) => one.clickOrders);
  return {
    ...span,
    revenue: money((one) => one.netMinor),
    refunds: money((one) => one.refundsMinor),
    commission: money((one) => one.commissionMinor),
    orders: count((one) => one.orders),
    clicks: hasClicks ? count((one) => one.clicks) : null,
    visitors,
    conversionRate: visitors === null ? null : conversionRate(clickOrders, visitors),
  };
}

/** The lists of best values on the dashboard, in display order, with the dimension that each groups by. */
const bestLists = [
  { name: "bestAffiliates", by: "affiliate", top: "affiliates" },
  { name: "bestPrograms", by: "program", top: "programs" },
  { name: "bestProducts", by: "product", top: "products" },
  { name: "bestPages", by: "landing", top: "pages" },
  { name: "bestCodes", by: "code", top: "codes" },
] as const satisfies readonly { name: string; by: string; top: TopList }[];
type BestName = (typeof bestLists)[number]["name"];
type BestKey = (typeof bestLists)[number]["by"];

/** Sales of one value, net of refunds. */
type BestRow = {
  /** The value as the report has it. */
  readonly id: string;
  readonly name: string;
  readonly orders: number;
  readonly revenue: Money;
  readonly commission: Money;
};

/** Highest revenue first. Null if not asked for, or if the orders themselves had to be read and that took too long. */
type BestLists = Readonly<Record<BestName, readonly BestRow[] | null>>;

type BestListQuery = {
  readonly days: DaySpan;
  readonly currency: string;
  readonly filter: ReportFilter;
  readonly top: TopList | undefined;
};

type NamedBestLists = [BestName, readonly BestRow[] | null][];

const bestShown = 5;

/** Shorter than a report's limit, because the rest of the page waits for it. */
const bestOfOrdersLimitMs = 3000;

/** Lists that stored sums answer. Each is the beginning of the report with the same name. */
async function listBestKept(db: Db, shopId: ShopId, asked: BestListQuery): Promise<NamedBestLists> {
  const found: NamedBestLists = [];
  for (const { name, by } of listsOf(asked)) {
    if (isKept({ ...asked, by })) found.push([name, await listBestBy(db, shopId, { ...asked, by })]);
  }
  return found;
}

/**
 * Lists that must be read from orders, because a filter rules out stored sums. All of them share one time
 * limit.
 */
async function listBestOfOrders(shopId: ShopId, asked: BestListQuery): Promise<NamedBestLists> {
  const found: NamedBestLists = [];
  const until = uptimeMs() + bestOfOrdersLimitMs;
  for (const { name, by } of listsOf(asked)) {
    if (isKept({ ...asked, by })) continue;
    const leftMs = Math.floor(until - uptimeMs());
    found.push([name, await readOrNull(leftMs, (db) => listBestBy(db, shopId, { ...asked, by }))]);
  }
  return found;
}

const listsOf = ({ top }: BestListQuery) => bestLists.filter((one) => top === undefined || one.top === top);

type BestQuery = BestListQuery & { readonly by: BestKey };

async function listBestBy(
  db: Db,
  shopId: ShopId,
  { currency, top: _top, ...asked }: BestQuery,
): Promise<BestRow[]> {
  const rows = await listBestSums(db, shopId, { query: asked, currency, limit: bestShown });
  const values = rows.map(({ value }) => value);
  const names = await reportNamesOf(db, shopId, { by: asked.by, values });
  return rows.map(({ value, orders, netMinor, commissionMinor }) => ({
    id: value,
    name: names.get(value) ?? value,
    orders,
    revenue: { minor: netMinor, currency },
    commission: { minor: commissionMinor, currency },
  }));
}

async function readOrNull<Answer>(
  limitMs: number,
  read: (db: Db) => Promise<Answer>,
): Promise<Answer | null> {
  // For the database a limit of zero means no limit.
  if (limitMs <= 0) return null;
  try {
    return await inSnapshotWithin(limitMs, read);
  } catch (error) {
    if (error instanceof TookTooLong) return null;
    throw error;
  }
}

/**
 * Bonuses, manual commissions and adjustments in one currency. Adjustments are null for a program, because they
 * belong to none.
 */
type OtherCommissions = {
  readonly currencyCode: string;
  readonly bonuses: Money;
  readonly manual: Money;
  readonly adjustments: Money | null;
};

/**
 * These sums for some days and, if figures are compared, for the days before, with the same currencies in both.
 */
export type OtherCommissionsCompared = {
  /** Null if a filter applies to orders only. */
  readonly otherCommissions: readonly OtherCommissions[] | null;
  readonly otherCommissionsBefore: readonly OtherCommissions[] | null;
};

type OtherCommissionsQuery = { readonly days: DaySpan; readonly filter: ReportFilter };

export async function readOtherCommissionsCompared(
  db: Db,
  shop: { readonly shopId: ShopId; readonly timeZone: string },
  { compared, ...asked }: OtherCommissionsQuery & { readonly compared: DaySpan | null },
): Promise<OtherCommissionsCompared> {
  const now = await readOtherCommissions(db, shop, asked);
  const before = compared && (await readOtherCommissions(db, shop, { ...asked, days: compared }));
  if (!now || !before) return { otherCommissions: now, otherCommissionsBefore: null };
  return {
    otherCommissions: withCurrenciesOf(before, now),
    otherCommissionsBefore: withCurrenciesOf(now, before),
  };
}

/** Adds zeros for currencies that only the other days have. */
function withCurrenciesOf(
  others: readonly OtherCommissions[],
  these: readonly OtherCommissions[],
): OtherCommissions[] {
  const known = new Set(these.map(({ currencyCode }) => currencyCode));
  const missing = others.filter(({ currencyCode }) => !known.has(currencyCode));
  const zeros = missing.map(({ currencyCode, adjustments }) => ({
    currencyCode,
    bonuses: zero(currencyCode),
    manual: zero(currencyCode),
    adjustments: adjustments && zero(currencyCode),
  }));
  return [...these, ...zeros].toSorted((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1));
}

/**
 * Sums of bonuses, manual commissions and adjustments created on some days of the shop, by currency. Together
 * with the commission of orders they equal the ledger. Null if a filter applies to orders only.
 */
async function readOtherCommissions(
  db: Db,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  { days, filter }: OtherCommissionsQuery,
): Promise<OtherCommissions[] | null> {
  const { affiliate, tag, program, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return null;
  const since = dayStart(timeZone, days.from);
  const until = dayStart(timeZone, dayAfter(days.to, 1));
  const sums = await sumOtherCommissions(db, shopId, { since, until, affiliate, tag, program });
  return sums.map(({ currency, bonusMinor, manualMinor, adjustedMinor }) => ({
    currencyCode: currency,
    bonuses: { minor: bonusMinor, currency },
    manual: { minor: manualMinor, currency },
    adjustments: program === undefined ? { minor: adjustedMinor, currency } : null,
  }));
}
