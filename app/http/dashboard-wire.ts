import type { DashboardStatsWire } from "#app/contracts/dashboard.ts";
import { moneyToWire } from "#app/contracts/to-wire.ts";
import type { DashboardStats } from "#app/flows/reports/read-dashboard.ts";

/** The figures as the API and the dashboard say them. */
export function statsOf({ totalRevenue, totalCommission, ...counts }: DashboardStats): DashboardStatsWire {
  return {
    ...counts,
    totalRevenue: moneyToWire(totalRevenue.minor, totalRevenue.currency),
    totalCommission: moneyToWire(totalCommission.minor, totalCommission.currency),
  };
}
