import type { DashboardStatsWire } from "#app/contracts/dashboard.ts";
import { toDecimal, type Money } from "#app/domain/money.ts";
import type { DashboardStats } from "#app/flows/reports/read-dashboard.ts";

/** The figures as the API and the dashboard say them. */
export function statsOf({ totalRevenue, totalCommission, ...counts }: DashboardStats): DashboardStatsWire {
  return { ...counts, totalRevenue: moneyOf(totalRevenue), totalCommission: moneyOf(totalCommission) };
}

/** `{ amount: "12.34", currencyCode: "USD" }`. */
export function moneyOf(money: Money): { amount: string; currencyCode: string } {
  return { amount: toDecimal(money), currencyCode: money.currency };
}
