import {
  besideOrdersToWire,
  type BestWire,
  dashboardQuery,
  type DashboardQuery,
  type DashboardStatsWire,
  type PerformanceWire,
  spanFault,
} from "#app/contracts/dashboard.ts";
import { moneyToWire } from "#app/contracts/to-wire.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  type Best,
  type Performance,
  performanceSpan,
  type PeriodFigures,
  readPerformance,
} from "#app/flows/reports/read-performance.ts";
import type { DashboardStats } from "#app/flows/reports/read-dashboard.ts";
import { dayIn } from "#app/platform/clock.ts";
import { parse } from "./parse.ts";
import { refusalStatus } from "./respond.ts";

type Shop = Parameters<typeof readPerformance>[0];

/**
 * Performance of a shop in the requested days. A refusal when the days, completed with the shop's today, are
 * invalid.
 */
export async function performanceOf(
  shop: Shop,
  query: DashboardQuery,
  now: Date,
): Promise<PerformanceWire | Refusal> {
  const span = performanceSpan(query, dayIn(shop.timeZone, now));
  const fault = spanFault(span);
  if (fault) return refuse("invalid", fault.message, fault.field);
  const performance = await readPerformance(shop, { ...query, range: undefined, ...span }, now);
  return isRefusal(performance) ? performance : performanceToWire(performance);
}

/**
 * Like `performanceOf`, for the page, with the shop's today. People bookmark addresses, so an invalid one shows
 * the default days with an error, for the affiliate or program that it names. Parameters that the query does
 * not know are ignored.
 */
export async function performanceForPage(
  shop: Shop,
  request: Request,
  now: Date,
): Promise<{ performance: PerformanceWire; fault: string | null; today: string }> {
  const today = dayIn(shop.timeZone, now);
  const { searchParams } = new URL(request.url);
  const names = Object.keys(dashboardQuery.shape);
  const given = Object.fromEntries(names.flatMap((name) => fieldOf(name, searchParams.get(name))));
  const query = parse(dashboardQuery, given);
  const asked = isRefusal(query) ? query : await performanceOf(shop, query, now);
  if (!isRefusal(asked)) return { performance: asked, fault: null, today };
  const whose = parse(dashboardQuery, { affiliate: given["affiliate"], program: given["program"] });
  const usual = await performanceOf(shop, isRefusal(whose) ? {} : whose, now);
  if (isRefusal(usual)) throw new Response(usual.message, { status: refusalStatus(usual) });
  return { performance: usual, fault: asked.message, today };
}

function fieldOf(name: string, value: string | null): [string, string][] {
  return value === null || value === "" ? [] : [[name, value]];
}

function performanceToWire({ currency, best, ...performance }: Performance): PerformanceWire {
  const money = (minor: bigint) => moneyToWire(minor, currency);
  const period = ({ revenueMinor, refundsMinor, commissionMinor, ...counts }: PeriodFigures) => ({
    ...counts,
    revenue: money(revenueMinor),
    refunds: money(refundsMinor),
    commission: money(commissionMinor),
  });
  const list = (rows: readonly Best[] | null): BestWire[] | null =>
    rows &&
    rows.map(({ value, revenueMinor, commissionMinor, ...one }) => ({
      id: value,
      ...one,
      revenue: money(revenueMinor),
      commission: money(commissionMinor),
    }));
  const { total, before, periods, besideOrders, ...asked } = performance;
  return {
    ...asked,
    total: period(total),
    before: period(before),
    periods: periods.map(period),
    besideOrders: besideOrdersToWire(besideOrders),
    bestAffiliates: list(best.affiliate),
    bestPrograms: list(best.program),
    bestProducts: list(best.product),
    bestPages: list(best.landing),
    bestCodes: list(best.code),
  };
}

/** The figures as the API and the dashboard show them. */
export function statsOf({ totalRevenue, totalCommission, ...counts }: DashboardStats): DashboardStatsWire {
  return {
    ...counts,
    totalRevenue: moneyToWire(totalRevenue.minor, totalRevenue.currency),
    totalCommission: moneyToWire(totalCommission.minor, totalCommission.currency),
  };
}
