import { beforeAll, describe, expect, it } from "vitest";
import { comparisons } from "#app/domain/day-spans.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type ReportFigures, reportNames } from "#app/domain/report.ts";
import { readReport } from "#app/flows/reports/read-report.ts";
import { readReportTrend } from "#app/flows/reports/read-report-trend.ts";
import { makeReportedShop, reportDays } from "../../support/reported-shop.ts";

let shop: Awaited<ReturnType<typeof makeReportedShop>>;
beforeAll(async () => {
  shop = await makeReportedShop();
}, 60_000);

const added = ["clicks", "orders", "netMinor", "refundsMinor", "commissionMinor", "newCustomers"] as const;

const sumOf = (periods: readonly { readonly figures: ReportFigures }[]) =>
  added.map((name) => periods.reduce((sum, { figures }) => sum + BigInt(figures[name] ?? 0), 0n));

const totalOf = (figures: ReportFigures | null | undefined) =>
  added.map((name) => BigInt(figures?.[name] ?? 0));

describe.each(reportNames)("the report of %s over time", (name) => {
  it.each(comparisons)("adds up to its totals and to those of the %s days", async (compare) => {
    const asked = { name, days: reportDays, compare, filter: {} };
    const [report, trend] = [
      await readReport(shop.shop, { ...asked, sort: "net", descending: true, page: 1, limit: 10 }),
      await readReportTrend(shop.shop, { ...asked, currency: "USD" }),
    ];
    if (isRefusal(report) || isRefusal(trend)) throw new Error("The report is late.");
    const total = report.totals.find(({ currency }) => currency === "USD");
    expect(trend.periods[0]?.from).toBe(reportDays.from);
    expect(sumOf(trend.periods)).toEqual(totalOf(total?.figures));
    expect(sumOf(trend.periodsBefore)).toEqual(totalOf(total?.before));
  });
});
