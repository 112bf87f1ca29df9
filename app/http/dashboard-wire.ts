import {
  type BestWire,
  dashboardQuery,
  type DashboardQuery,
  type DashboardStatsWire,
  type PerformanceWire,
  spanFault,
} from "#app/contracts/dashboard.ts";
import { moneyToWire } from "#app/contracts/to-wire.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { DashboardStats } from "#app/flows/reports/read-dashboard.ts";
import {
  type Performance,
  type PeriodFigures,
  performanceSpan,
  readPerformance,
} from "#app/flows/reports/read-performance.ts";
import { dayIn } from "#app/platform/clock.ts";
import { parse } from "./parse.ts";

type Best = Performance["bestAffiliates"][number] | Performance["bestPrograms"][number];
type Shop = Parameters<typeof readPerformance>[0];

/** How a shop did in the days that are asked for; refused where, completed by the shop's today, they are none. */
export async function performanceOf(
  shop: Shop,
  query: DashboardQuery,
  now: Date,
): Promise<PerformanceWire | Refusal> {
  const span = performanceSpan(query, dayIn(shop.timeZone, now));
  const fault = spanFault(span);
  if (fault) return refuse("invalid", fault.message, fault.field);
  return performanceToWire(await readPerformance(shop, span, now));
}

/** The same for the page: an address is kept by people, so one that is wrong shows the usual days and says why. */
export async function performanceForPage(
  shop: Shop,
  request: Request,
  now: Date,
): Promise<{ performance: PerformanceWire; fault: string | null }> {
  const { searchParams } = new URL(request.url);
  const names = Object.keys(dashboardQuery.shape);
  const given = Object.fromEntries(names.flatMap((name) => fieldOf(name, searchParams.get(name))));
  const query = parse(dashboardQuery, given);
  const asked = isRefusal(query) ? query : await performanceOf(shop, query, now);
  if (!isRefusal(asked)) return { performance: asked, fault: null };
  return { performance: performanceToWire(await readPerformance(shop, {}, now)), fault: asked.message };
}

function fieldOf(name: string, value: string | null): [string, string][] {
  return value === null || value === "" ? [] : [[name, value]];
}

function performanceToWire({ currency, ...performance }: Performance): PerformanceWire {
  const period = ({ revenueMinor, commissionMinor, ...counts }: Omit<PeriodFigures, "activePrograms">) => ({
    ...counts,
    revenue: moneyToWire(revenueMinor, currency),
    commission: moneyToWire(commissionMinor, currency),
  });
  const best = ({ revenueMinor, commissionMinor, ...one }: Best): BestWire => ({
    ...one,
    revenue: moneyToWire(revenueMinor, currency),
    commission: moneyToWire(commissionMinor, currency),
  });
  const { total, before } = performance;
  return {
    by: performance.by,
    total: { ...period(total), activePrograms: total.activePrograms },
    before: { ...period(before), activePrograms: before.activePrograms },
    periods: performance.periods.map(period),
    bestAffiliates: performance.bestAffiliates.map(best),
    bestPrograms: performance.bestPrograms.map(best),
  };
}

/** The figures as the API and the dashboard say them. */
export function statsOf({ totalRevenue, totalCommission, ...counts }: DashboardStats): DashboardStatsWire {
  return {
    ...counts,
    totalRevenue: moneyToWire(totalRevenue.minor, totalRevenue.currency),
    totalCommission: moneyToWire(totalCommission.minor, totalCommission.currency),
  };
}
