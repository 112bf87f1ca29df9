import { describe, expect, it } from "vitest";
import { requestedSpan, spanCompared } from "#app/domain/day-spans.ts";
import { noReportSums, reportFigures } from "#app/domain/report.ts";

const nothing = noReportSums({ clicks: 0, visitors: 0 });

describe("figures of a report", () => {
  it("divide sums, and round money half away from zero", () => {
    const sums = { ...nothing, clicks: 8, visitors: 7, orders: 2, clickOrders: 1, netMinor: 901n };
    expect(
      reportFigures({ ...sums, refundsMinor: 100n, commissionMinor: 92n, timedOrders: 2, clickSeconds: 7 }),
    ).toEqual({
      clicks: 8,
      visitors: 7,
      orders: 2,
      conversionRate: 0.1429,
      revenueMinor: 1001n,
      refundsMinor: 100n,
      netMinor: 901n,
      commissionMinor: 92n,
      effectiveRate: 0.1021,
      averageOrderMinor: 501n,
      earningsPerClickMinor: 12n,
      newCustomers: 0,
      secondsToOrder: 3,
    });
  });

  it("are null where nothing can be divided, and where nothing is counted", () => {
    expect(
      reportFigures({ ...nothing, netMinor: -500n, refundsMinor: 500n, commissionMinor: 50n }),
    ).toMatchObject({
      conversionRate: 0,
      revenueMinor: 0n,
      effectiveRate: null,
      averageOrderMinor: null,
      earningsPerClickMinor: null,
      secondsToOrder: null,
    });
    expect(reportFigures(noReportSums({ clicks: null, visitors: null }))).toMatchObject({
      clicks: null,
      visitors: null,
      conversionRate: null,
      earningsPerClickMinor: null,
    });
  });

  it("keep amounts that no float can hold", () => {
    const netMinor = 9_007_199_254_740_993n;
    expect(reportFigures({ ...nothing, netMinor, commissionMinor: netMinor, orders: 1 })).toMatchObject({
      netMinor,
      averageOrderMinor: netMinor,
      effectiveRate: 1,
    });
  });
});

describe("the days that a report is compared with", () => {
  it.each([
    ["2026-03-01", "2026-03-09", "2026-02-20", "2026-02-28"],
    ["2026-03-08", "2026-03-08", "2026-03-07", "2026-03-07"],
    ["2024-03-01", "2024-03-01", "2024-02-29", "2024-02-29"],
  ])("%s to %s: as many right before are %s to %s", (from, to, first, last) => {
    expect(spanCompared({ from, to }, "previous")).toEqual({ from: first, to: last });
  });

  it.each([
    ["2026-03-01", "2026-03-09", "2025-03-01", "2025-03-09"],
    ["2024-02-29", "2024-02-29", "2023-02-28", "2023-02-28"],
    ["2025-02-01", "2025-02-28", "2024-02-01", "2024-02-28"],
    ["2026-12-20", "2027-01-10", "2025-12-20", "2026-01-10"],
  ])("%s to %s: those of the year before are %s to %s", (from, to, first, last) => {
    expect(spanCompared({ from, to }, "year")).toEqual({ from: first, to: last });
  });
});

it.each([
  [{}, "2026-02-08", "2026-03-09"],
  [{ to: "2026-03-30" }, "2026-03-01", "2026-03-30"],
  [{ from: "2026-03-01" }, "2026-03-01", "2026-03-09"],
  [{ from: "2026-04-01" }, "2026-04-01", "2026-04-01"],
  [{ from: "2026-04-01", to: "2026-04-03" }, "2026-04-01", "2026-04-03"],
])("on 2026-03-09, %j means %s to %s", (asked, from, to) => {
  expect(requestedSpan(asked, "2026-03-09")).toEqual({ from, to });
});
