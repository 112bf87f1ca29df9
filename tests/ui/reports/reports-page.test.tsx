import { useSearchParams } from "@remix-run/react";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import {
  type ReportFiguresWire,
  reportQuery,
  type ReportRowWire,
  type ReportWire,
} from "#app/contracts/report.ts";
import type { ReportColumn } from "#app/domain/report.ts";
import { movedText } from "#app/ui/admin/reports/moved-text.ts";
import { figureText } from "#app/ui/admin/reports/report-figures.ts";
import { ReportBars } from "#app/ui/admin/reports/report-chart.tsx";
import { ReportsPage } from "#app/ui/admin/reports/reports-page.tsx";
import { inReport } from "#app/ui/admin/reports/use-report-address.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

const figures = (orders: number, net: string): ReportFiguresWire => ({
  orders,
  net: usd(net),
  effectiveRate: orders === 0 ? null : 0.125,
  secondsToOrder: orders === 0 ? null : 93_784,
});

const row = (
  value: string,
  now: ReportFiguresWire,
  before: ReportFiguresWire | null = null,
): ReportRowWire => ({
  value,
  name: null,
  currencyCode: "USD",
  figures: now,
  before,
});

const days = { from: "2026-03-01", to: "2026-03-09" };
const report: ReportWire = {
  name: "countries",
  days,
  compared: { from: "2026-02-20", to: "2026-02-28" },
  columns: ["orders", "net", "effectiveRate", "secondsToOrder"],
  items: [
    row("DE", figures(3, "1234.50"), figures(1, "2000.00")),
    row("", figures(0, "-20.00"), figures(0, "-20.00")),
  ],
  totals: [row("", figures(3, "1214.50"), figures(1, "1980.00"))],
  otherCommissions: [],
  otherCommissionsBefore: null,
  pagination: { page: 1, limit: 10, total: 2 },
};
const labels = { DE: "Germany", "": "Unknown country" };
const shown = {
  name: "countries" as const,
  query: reportQuery.parse({ ...days, compare: "previous", sort: "net" }),
  days,
  today: "2026-03-20",
  report,
  labels,
  applied: [],
  fault: null,
  late: null,
  trend: null,
};
const nothing = {
  ...report,
  compared: null,
  items: [],
  totals: [],
  pagination: { page: 1, limit: 10, total: 0 },
};

const at = "/dashboard/reports?report=countries&from=2026-03-01&to=2026-03-09&country=&sort=net&page=2";
const open = (part: Partial<Parameters<typeof ReportsPage>[0]["shown"]> = {}) =>
  renderPage(
    <ReportsPage
      shown={{ ...shown, ...part }}
      views={[]}
      exportUrl="/dashboard/export/reports.csv?sort=net"
    />,
    { at },
  );
const lastWeek = {
  id: "rvw_1",
  name: "Last week",
  report: "links" as const,
  query: { range: "last-7" },
  createdAt: "2026-03-01T00:00:00.000Z",
};
const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

function Address() {
  return <output data-testid="address">{useSearchParams()[0].toString()}</output>;
}

const besideShown = () =>
  screen.getByRole("region", { name: "Commission without orders in USD" }).textContent;

const on = (from: string, net: string) => ({ from, to: from, figures: figures(1, net) });

describe("the page of reports", () => {
  test("has totals, a picture and a table that says the same", async () => {
    open();
    const table = within(screen.getByRole("region", { name: "Countries report" }));
    expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "CountryOrdersNet salesEffective rateClick to order",
      // On a phone the changes are below the totals instead of in a row of their own.
      "Total3+200%$1,214.50-39%12.5%No change1 d 2 hNo change",
      "vs. Feb 20–Feb 28+200%-39%No changeNo change",
      "Germany3+200%$1,234.50-38%12.5%No change1 d 2 hNo change",
      "Unknown country0No change-$20.00No change––––",
    ]);
    expect(screen.getByRole("heading", { name: "Net sales in USD" })).toBeDefined();
    // Polaris measures a page's actions in a hidden row.
    const [file] = screen.getAllByRole("link", { name: "Export" });
    expect(file?.getAttribute("href")).toBe("/dashboard/export/reports.csv?sort=net");
    const figure = href("Net sales of Germany: $1,234.50") ?? "";
    expect(Object.fromEntries(new URL(figure, "http://localhost").searchParams)).toEqual({
      figure: "net",
      currency: "USD",
      ...days,
      country: "DE",
    });
  });

  test("draws the total over time when the address asks for it, with its table", async () => {
    const trend = {
      by: "day" as const,
      currencyCode: "USD",
      periods: [on("2026-03-08", "900.00"), on("2026-03-09", "314.50")],
      periodsBefore: [on("2026-02-27", "600.00"), on("2026-02-28", "0.00")],
    };
    const { container, unmount } = open({ trend });
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Net sales from Mar 1 to Mar 9");
    expect(screen.getByRole("link", { name: "Over time" }).getAttribute("aria-current")).toBe("true");
    const [first] = [...container.querySelectorAll(".period-table tbody tr")];
    expect(first?.textContent).toBe("Mar 8$900.00$600.00");
    expect([...container.querySelectorAll(".chart-ticks span")].map((tick) => tick.textContent)).toEqual([
      "$1K",
      "$750",
      "$500",
      "$250",
      "$0",
    ]);
    expect(href("By country")).not.toContain("chart=");
    expect(await accessibilityFaults(container)).toEqual([]);
    unmount();
    open({ trend: "This chart takes longer than 8 seconds. Choose fewer days." });
    expect(screen.getByText(/^This chart takes longer/)).toBeDefined();
  });

  test("draws a column that is shown where that of its order is not", () => {
    open({ query: reportQuery.parse({ ...days, columns: "orders,net" }) });
    expect(screen.getByRole("heading", { level: 2, name: "Orders" })).toBeDefined();
  });

  test("is compared with days of one's own, which begin as the days before", async () => {
    renderPage(
      <>
        <ReportsPage shown={shown} views={[]} exportUrl="/dashboard/export/reports.csv" />
        <Address />
      </>,
      { at },
    );
    fireEvent.change(screen.getByLabelText("Comparison"), { target: { value: "days" } });
    await screen.findByText(/compare=days/);
    const asked = new URLSearchParams(screen.getByTestId("address").textContent ?? "");
    expect([
      asked.get("compare"),
      asked.get("compareFrom"),
      asked.get("compareTo"),
      asked.get("page"),
    ]).toEqual(["days", "2026-02-20", "2026-02-28", null]);
  });

  test("has a form for the days that it is compared with, which keeps the rest of the address", async () => {
    const compared = { compare: "days", compareFrom: "2025-11-24", compareTo: "2025-11-30" };
    open({ query: reportQuery.parse({ ...days, ...compared }) });
    const form = screen.getByRole("form", { name: "Custom dates" });
    const written = Object.fromEntries(new FormData(form as HTMLFormElement));
    expect(written).toMatchObject({
      compareFrom: "2025-11-24",
      compareTo: "2025-11-30",
      ...days,
      country: "",
    });
    expect(written).not.toHaveProperty("page");
  });

  test("says in its table's head how it is sorted, and leads to other orders and reports with all else kept", async () => {
    renderPage(
      <>
        <ReportsPage shown={shown} views={[lastWeek]} exportUrl="/dashboard/export/reports.csv" />
        <Address />
      </>,
      { at },
    );
    const sorted = screen.getByRole("columnheader", { name: "Net sales" });
    expect(sorted.getAttribute("aria-sort")).toBe("descending");
    const kept = "/dashboard/reports?report=countries&from=2026-03-01&to=2026-03-09&country=";
    expect(href("Net sales")).toBe(`${kept}&sort=net&order=asc`);
    expect(href("Orders")).toBe(`${kept}&sort=orders&order=desc`);
    expect(href("Country")).toBe(`${kept}&sort=value&order=asc`);
    const picker = screen.getByLabelText<HTMLSelectElement>("Report");
    const shownOption = () => picker.selectedOptions[0]?.textContent;
    const choose = (name: string) => {
      const option = within(picker).getByRole<HTMLOptionElement>("option", { name });
      fireEvent.change(picker, { target: { value: option.value } });
    };
    expect(shownOption()).toBe("Countries");
    choose("Codes");
    await screen.findByText("report=codes&from=2026-03-01&to=2026-03-09&country=&sort=net");
    choose("Last week");
    await screen.findByText("range=last-7&report=links&view=rvw_1");
    expect(shownOption()).toBe("Last week");
    expect(within(picker).getByRole("option", { name: "Attribution report" })).toBeDefined();
  });

  test("keeps in another report what that one has", () => {
    const params = new URLSearchParams("sort=visitors&order=asc&columns=net,clicks,visitors&page=3");
    expect(inReport(params, "links").toString()).toBe(
      "sort=visitors&order=asc&columns=net%2Cclicks%2Cvisitors&report=links",
    );
    expect(inReport(params, "countries").toString()).toBe("columns=net&report=countries");
    expect(inReport(new URLSearchParams("report=links&columns=clicks"), "codes").toString()).toBe(
      "report=codes",
    );
  });

  test("tells each filter, with a way to take it back", () => {
    open({
      applied: [
        { field: "country", value: "", label: "Country: Unknown country" },
        { field: "code", value: "x", label: "Code: x" },
      ],
    });
    expect(screen.getByText("Code: x")).toBeDefined();
    expect(href("Clear all")).not.toContain("country");
    fireEvent.click(screen.getByRole("button", { name: "Remove Country: Unknown country" }));
    expect(href("Net sales")).not.toContain("country");
    fireEvent.click(screen.getByRole("button", { name: "Add filter" }));
    expect(screen.getByLabelText("Filter by")).toBeDefined();
  });

  test("says what to do where there is nothing, and why where something is wrong", async () => {
    const { container, unmount } = open({ report: nothing });
    expect(href("Invite affiliate")).toBe("/dashboard/affiliates/invite");
    expect(await accessibilityFaults(container)).toEqual([]);
    unmount();
    open({
      report: nothing,
      applied: [{ field: "code", value: "x", label: "Code: x" }],
      fault: "Must be a day",
    });
    expect(href("Clear filters")).not.toContain("country");
    expect(screen.getByText("Must be a day")).toBeDefined();
  });

  test("has what no order earned below a column of commission, each sum with its list", () => {
    const { unmount } = open();
    expect(screen.queryByText(/Commission for orders in this period/)).toBeNull();
    unmount();
    const columns = ["orders", "commission"] as const;
    const beside = { bonuses: usd("25.00"), manual: usd("0.00"), adjustments: usd("-4.50") };
    const sums = [{ currencyCode: "USD", ...beside }];
    const view = open({ report: { ...report, columns: [...columns], otherCommissions: sums } });
    const list = "/dashboard/affiliates/commissions?kind=";
    const span = "currency=USD&from=2026-03-01&to=2026-03-09";
    expect(href("Bonuses in USD: $25.00")).toBe(`${list}bonus&${span}`);
    expect(href("Manual commissions in USD: $0.00")).toBe(`${list}manual&${span}`);
    const adjusted =
      "/dashboard/settings/ledger/transfers?code=adjusted&currency=USD&since=2026-03-01&until=2026-03-09";
    expect(href("Adjustments in USD: -$4.50")).toBe(adjusted);
    expect(besideShown()).toBe("Bonuses$25.00Manual commissions$0.00Adjustments-$4.50");
    view.unmount();
    const before = [
      { currencyCode: "USD", bonuses: usd("20.00"), manual: usd("0.00"), adjustments: usd("3.00") },
    ];
    const moved = open({
      report: { ...report, columns: [...columns], otherCommissions: sums, otherCommissionsBefore: before },
    });
    expect(besideShown()).toBe("Bonuses$25.00+25%Manual commissions$0.00No changeAdjustments-$4.50-250%");
    moved.unmount();
    const none = open({ report: { ...report, columns: [...columns] } });
    expect(screen.getByText(/No bonuses or manual commissions/)).toBeDefined();
    // A sum of zero has a line too, so nothing below moves when the days change.
    expect(screen.getByRole("region", { name: "Commission without orders in USD" }).textContent).toBe(
      "Bonuses$0.00Manual commissions$0.00Adjustments$0.00",
    );
    none.unmount();
    open({ report: { ...report, columns: [...columns], otherCommissions: null } });
    expect(screen.getByText(/aren't part of a filtered report/)).toBeDefined();
    expect(screen.queryByText("Bonuses")).toBeNull();
  });

  test("says calmly what takes too long", () => {
    open({ report: null, late: "This report takes longer than 8 seconds. Choose fewer days." });
    expect(screen.getByText(/takes longer than 8 seconds/)).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

const barsOf = (
  rows: readonly ReportRowWire[],
  column: ReportColumn,
  of: Partial<Parameters<typeof ReportBars>[0]> = {},
) => <ReportBars name="countries" rows={rows} totals={[]} isWhole labels={labels} column={column} {...of} />;

const drawn = (rows: readonly ReportRowWire[], column: "net" | "orders") => {
  const { container, unmount } = renderPage(barsOf(rows, column));
  const bars = [...container.querySelectorAll(".bar-chart rect")];
  const seen = bars.map((bar) => [bar.getAttribute("x"), bar.getAttribute("width")]);
  unmount();
  return seen;
};

describe("the picture of a report", () => {
  test("is drawn to scale, what is below zero to the left", () => {
    expect(drawn([row("DE", figures(1, "30.00")), row("", figures(1, "-10.00"))], "net")).toEqual([
      ["25.00", "75.00"],
      ["0.00", "25.00"],
    ]);
  });

  test("compares no two currencies, and is there for one row and for what is nothing", () => {
    const yen = {
      ...row("JP", { orders: 4, net: { amount: "900", currencyCode: "JPY" } }),
      currencyCode: "JPY",
    };
    const rows = [row("DE", figures(1, "30.00")), row("", figures(2, "10.00")), yen];
    expect(drawn(rows, "net")).toHaveLength(2);
    expect(drawn(rows, "orders").map(([, width]) => width)).toEqual(["25.00", "50.00", "100.00"]);
    expect(drawn([row("DE", figures(1, "30.00"))], "net")).toEqual([["0.00", "100.00"]]);
    const none = figures(0, "0.00");
    expect(drawn([row("DE", none), row("", none)], "net").map(([, width]) => width)).toEqual([
      "0.00",
      "0.00",
    ]);
    expect(drawn([], "net")).toEqual([]);
  });

  test("says so where no row has the figure", () => {
    const rows = [row("DE", figures(0, "0.00"))];
    renderPage(barsOf(rows, "secondsToOrder"));
    expect(screen.getByText("No data for this figure")).toBeDefined();
  });

  test("adds up the rows of other pages, unless an order is in several rows", () => {
    const totals = [row("", figures(10, "100.05"))];
    const rows = [row("DE", figures(3, "60.02"))];
    const shownText = (of: Partial<Parameters<typeof ReportBars>[0]>) => {
      const { unmount } = renderPage(barsOf(rows, "net", { totals, isWhole: false, ...of }));
      const text = screen.getByRole("img").textContent;
      unmount();
      return text;
    };
    expect(shownText({})).toBe("Germany$60.02Other$40.03");
    expect(shownText({ column: "orders" })).toBe("Germany3Other7");
    for (const of of [{ isWhole: true }, { name: "tags" as const }, { column: "effectiveRate" as const }]) {
      expect(shownText(of)).not.toContain("Other");
    }
  });
});

test("figures are written for people", () => {
  expect(figureText({ secondsToOrder: 59 }, "secondsToOrder")).toBe("59 s");
  expect(figureText({ secondsToOrder: 0 }, "secondsToOrder")).toBe("0 s");
  expect(figureText({ secondsToOrder: 86_400 }, "secondsToOrder")).toBe("1 d");
  expect(figureText({ secondsToOrder: 7_260 }, "secondsToOrder")).toBe("2 h 1 min");
  expect(figureText({ net: { amount: "0.5", currencyCode: "KWD" } }, "net")).toContain("0.500");
  expect(movedText({ clicks: null }, { clicks: 3 }, "clicks")).toBe("Was 3");
  expect(movedText({ clicks: 3 }, { clicks: null }, "clicks")).toBe("–");
});
