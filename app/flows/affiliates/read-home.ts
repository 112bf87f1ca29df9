import { conversionRate } from "#app/domain/dashboard-figures.ts";
import { type DaySpan, monthToDate } from "#app/domain/day-spans.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { type Money, scale } from "#app/domain/money.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import type { Pay } from "#app/domain/terms/terms.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { listMemberships } from "#app/store/affiliates.ts";
import { sumOtherCommissions } from "#app/store/counted-orders.ts";
import { figuresByDay, type Measures, noMeasures, plus } from "#app/store/figures.ts";
import { nextTiersOf, type ProgramTier, type ProgramWithTerms } from "#app/store/progress.ts";
import { findProgram, termsFor } from "#app/store/programs.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";
import { tagsOf } from "#app/store/tags.ts";
import { type EarnedEntry, readEarned } from "./read-earned.ts";

type HomeShop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

/** One day of the chart. Earnings are commissions of the day's orders. */
type HomeDay = {
  readonly day: string;
  readonly clicks: number;
  readonly orders: number;
  readonly earned: Money;
};

/** Figures of the portal's home, in the shop's currency. */
export type PortalHome = {
  readonly month: {
    readonly earned: Money;
    /** Earnings in the same number of days of the month before. */
    readonly before: Money;
  };
  readonly days: readonly HomeDay[];
  /** A ratio over the chart's days; see `conversionRate`. */
  readonly conversion: number | null;
  /** Null without clicks. */
  readonly perClick: Money | null;
  readonly tiers: readonly ProgramTier[];
  /** Fallback pay of the first active program. Null without a program. */
  readonly pay: Pay | null;
  /** The newest orders. */
  readonly latest: readonly EarnedEntry[];
};

const daysShown = 30;
const latestShown = 5;
/** More are read than shown, because bonuses and adjustments lie between the orders. */
const latestRead = 25;

/** Reads how an affiliate is doing this month and over the last 30 days. */
export async function readHome(
  shop: HomeShop,
  affiliateId: AffiliateId,
  now: Date,
): Promise<PortalHome | Refusal> {
  const [figures, found] = await Promise.all([
    readFigures(shop, affiliateId, now),
    readEarned(shop.shopId, affiliateId, { limit: latestRead }, now),
  ]);
  if (isRefusal(figures)) return figures;
  if (isRefusal(found)) return found;
  const latest = found.earned.filter((one) => one.kind === "order").slice(0, latestShown);
  return { ...figures, latest };
}

async function readFigures(
  shop: HomeShop,
  affiliateId: AffiliateId,
  now: Date,
): Promise<Omit<PortalHome, "latest"> | Refusal> {
  const { shopId, currency, timeZone } = shop;
  const today = dayIn(timeZone, now);
  const month = monthToDate(today);
  const chart = { from: dayAfter(today, 1 - daysShown), to: today };
  return await readWithin(thisList, async (tx) => {
    const first = month.before.from < chart.from ? month.before.from : chart.from;
    const figures = await figuresByDay(tx, shopId, { affiliateId, currency, first, last: today });
    const terms = await activeTerms(tx, shopId, affiliateId);
    const total = sumMeasures(figures, chart);
    const money = (minor: bigint): Money => ({ minor, currency });
    return {
      month: {
        earned: money(await sumEarned(tx, { shop, affiliateId, figures }, month.days)),
        before: money(await sumEarned(tx, { shop, affiliateId, figures }, month.before)),
      },
      days: Array.from({ length: daysShown }, (_, index): HomeDay => {
        const day = dayAfter(chart.from, index);
        const { clicks, orders, commissionMinor } = figures.get(day) ?? noMeasures;
        return { day, clicks, orders, earned: money(commissionMinor) };
      }),
      conversion: conversionRate(total.clickOrders, total.visitors),
      perClick: total.clicks > 0 ? money(scale(total.commissionMinor, 1n, BigInt(total.clicks))) : null,
      tiers: await nextTiersOf(tx, shopId, { affiliateId, currency, today }, terms),
      pay: terms[0]?.terms.commission ?? null,
    };
  });
}

type DayFigures = ReadonlyMap<string, Measures>;

function sumMeasures(figures: DayFigures, { from, to }: DaySpan): Measures {
  const within = [...figures].filter(([day]) => day >= from && day <= to);
  return within.reduce((sum, [, one]) => plus(sum, one), noMeasures);
}

type MonthEarningsQuery = {
  readonly shop: HomeShop;
  readonly affiliateId: AffiliateId;
  readonly figures: DayFigures;
};

/** Sums commissions of orders, bonuses, manual commissions and adjustments on some days. */
async function sumEarned(
  tx: Db,
  { shop, affiliateId, figures }: MonthEarningsQuery,
  days: DaySpan,
): Promise<bigint> {
  const { shopId, timeZone, currency } = shop;
  const sums = await sumOtherCommissions(tx, shopId, {
    since: dayStart(timeZone, days.from),
    until: dayStart(timeZone, dayAfter(days.to, 1)),
    affiliate: affiliateId,
    program: undefined,
  });
  const own = sums.find((one) => one.currency === currency);
  const beside = own ? own.bonusMinor + own.manualMinor + own.adjustedMinor : 0n;
  return sumMeasures(figures, days).commissionMinor + beside;
}

async function activeTerms(tx: Db, shopId: ShopId, affiliateId: AffiliateId): Promise<ProgramWithTerms[]> {
  const found: ProgramWithTerms[] = [];
  const tags = (await tagsOf(tx, shopId, [affiliateId])).get(affiliateId)?.map(({ tag }) => tag) ?? [];
  for (const { programId, status } of await listMemberships(tx, shopId, [affiliateId])) {
    const program = status === "active" ? await findProgram(tx, shopId, programId) : null;
    if (!program) continue;
    const { terms } = await termsFor(tx, program, affiliateId);
    found.push({ program, terms: termsForTags(terms, tags) });
  }
  return found;
}
