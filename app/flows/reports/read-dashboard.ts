import type { ShopWith } from "#app/domain/context.ts";
import { conversionRate, setupSteps, type SetupStep } from "#app/domain/dashboard-figures.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Db } from "#app/platform/db.server.ts";
import { readWithin } from "#app/store/read-within.ts";
import {
  countAffiliatesByStatus,
  countProgramsByStatus,
  findTestOrder,
  listNewestSales,
  readShopTotals,
} from "#app/store/reports.ts";

export type DashboardStats = {
  /** In any status, as in the unfiltered list. */
  readonly totalAffiliates: number;
  readonly activeAffiliates: number;
  readonly activePrograms: number;
  readonly totalRevenue: Money;
  readonly totalCommission: Money;
  /** A ratio; see `conversionRate`. */
  readonly conversionRate: number;
  readonly clicks: number;
  /** Daily unique visitors, summed over days. */
  readonly visitors: number;
  readonly orders: number;
};

export type RecentSale = {
  readonly orderId: string;
  readonly name: string;
  readonly placedAt: Date;
  readonly affiliateId: AffiliateId | null;
  readonly affiliateName: string;
  readonly net: Money;
};

const within = { what: "dashboard" } as const;

/** The figures of the summary cards (M21), in the shop's currency. */
export async function readDashboardStats(
  shop: ShopWith<"currency">,
  limitMs?: number,
): Promise<DashboardStats | Refusal> {
  const found = await readWithin({ ...within, limitMs }, (db) => readFigures(db, shop));
  return "refused" in found ? found : found.stats;
}

const salesShown = 5;

/**
 * Reads the dashboard: figures, newest sales and a new shop's setup steps. `embedSeen`: the theme's app embed
 * has reported. `testOrderId`: a test order to show until an order is credited.
 */
export async function readDashboard(
  shop: ShopWith<"currency">,
  { embedSeen }: { embedSeen: boolean },
): Promise<
  { stats: DashboardStats; sales: RecentSale[]; steps: SetupStep[]; testOrderId: string | null } | Refusal
> {
  const found = await readWithin(within, async (db) => {
    const figures = await readFigures(db, shop);
    return {
      ...figures,
      rows: await listNewestSales(db, shop.shopId, salesShown),
      testOrder: figures.stats.orders > 0 ? null : await findTestOrder(db, shop.shopId),
    };
  });
  if ("refused" in found) return found;
  const { stats, programs, drafts, rows, testOrder } = found;
  const steps = setupSteps({
    programs,
    startedPrograms: programs - drafts,
    embedSeen,
    affiliates: stats.totalAffiliates,
    clicks: stats.clicks,
    orders: stats.orders,
    testOrder: testOrder?.wouldBeCredited ?? false,
  });
  const sales = rows.map((row) => ({
    orderId: row.orderId,
    name: row.name,
    placedAt: row.placedAt,
    affiliateId: row.affiliateId,
    affiliateName: row.affiliateName ?? "",
    net: { minor: row.netMinor, currency: row.currency },
  }));
  return { stats, sales, steps, testOrderId: testOrder?.orderId ?? null };
}

async function readFigures(db: Db, { shopId, currency }: ShopWith<"currency">) {
  const totals = await readShopTotals(db, shopId, currency);
  const affiliates = await countAffiliatesByStatus(db, shopId);
  const programs = await countProgramsByStatus(db, shopId);
  const stats: DashboardStats = {
    totalAffiliates: sumCounts(affiliates),
    activeAffiliates: affiliates.get("active") ?? 0,
    activePrograms: programs.get("active") ?? 0,
    totalRevenue: { minor: totals.revenueMinor, currency },
    totalCommission: { minor: totals.commissionMinor, currency },
    conversionRate: conversionRate(totals.clickOrders, totals.visitors),
    clicks: totals.clicks,
    visitors: totals.visitors,
    orders: totals.orders,
  };
  return { stats, programs: sumCounts(programs), drafts: programs.get("draft") ?? 0 };
}

function sumCounts(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
