import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { begun, empty, nothing, period, quiet, tracking } from "./sample.ts";
import { listDay } from "../list-day.ts";

const fact = (term: string) => screen.getByText(term).closest("dt")?.nextElementSibling?.textContent;
function figure(label: string) {
  fireEvent.click(screen.getByRole("button", { name: label }));
  return screen.getByRole("region", { name: label }).textContent;
}
const hrefs = (name: string | RegExp) =>
  screen.getAllByRole("link", { name }).map((one) => one.getAttribute("href"));
const trackingLine = () => document.querySelector(".dash-tracking")?.textContent;
const card = (label: string) => document.querySelector(`[data-figure="${label}"]`)?.textContent;

beforeEach(() => localStorage.clear());

describe("the dashboard of an empty shop (SPEC §2)", () => {
  test("has its title, welcome, text, and the four cards", async () => {
    renderPage(<DashboardPage {...empty} />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Dashboard");
    expect(screen.getByRole("heading", { name: /welcome to the affiliate platform/i })).toBeDefined();
    expect(screen.getByText("Manage your affiliate programs and track performance.")).toBeDefined();
    expect([
      card("Total Affiliates"),
      card("Active Programs"),
      card("Total Revenue"),
      card("Conversion Rate"),
    ]).toEqual(["0", "0", "$0.00", "0%"]);
    expect(screen.getByText("No sales yet. Sales appear here within seconds.")).toBeDefined();
  });

  test("hides filters, tasks, sales and top lists until there is an affiliate", async () => {
    const { container } = renderPage(<DashboardPage {...empty} />);
    for (const name of ["To do", "Newest sales", "Top"]) {
      expect(screen.queryByRole("heading", { name })).toBeNull();
    }
    expect(screen.queryByRole("combobox", { name: "Affiliate" })).toBeNull();
    expect(screen.getByText("Tracking: Not detected yet.")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});

describe("the dashboard with sales", () => {
  const stats = {
    ...nothing,
    totalAffiliates: 1204,
    activePrograms: 3,
    totalRevenue: { amount: "1234567.80", currencyCode: "USD" },
    conversionRate: 0.0325,
  };
  const sale = {
    orderId: "5551",
    name: "#1001",
    affiliateName: "Bea",
    placedAt: "2026-11-20T15:04:00.000Z",
    net: { amount: "90.00", currencyCode: "USD" },
    state: "on_hold" as const,
  };

  test("writes figures for people, and links each sale to its order", async () => {
    const { container } = renderPage(<DashboardPage {...begun} stats={stats} sales={[sale]} />);
    // Each card has the line of how it went.
    expect(container.querySelectorAll(".trend .trend-line")).toHaveLength(4);
    expect([
      card("Total Affiliates"),
      card("Active Programs"),
      card("Total Revenue"),
      card("Conversion Rate"),
    ]).toEqual(["1,204", "3", "$1,234,567.80", "3.25%"]);
    // Only orders of its currency, without deleted ones.
    expect(hrefs("Total Revenue: $1,234,567.80")).toEqual(["/dashboard/orders?figure=net&currency=USD"]);
    const row = screen.getByRole("link", { name: "#1001" }).closest("tr");
    expect(screen.getByRole("link", { name: "#1001" }).getAttribute("href")).toBe("/dashboard/orders/5551");
    expect(row?.textContent).toContain("Bea");
    expect(row?.textContent).toContain("$90.00");
    expect(row?.textContent).toContain(listDay("Nov 20, 2026"));
    expect(row?.textContent).toContain("On hold");
    expect(screen.getByRole("link", { name: "View all" }).getAttribute("href")).toBe(
      "/dashboard/orders?status=credited",
    );
  });

  test("a change has a number, and none without figures to compare", () => {
    const total = {
      ...quiet.total,
      newAffiliates: 200,
      activePrograms: 3,
      revenue: { amount: "112.00", currencyCode: "USD" },
      conversionRate: 0.02,
    };
    const before = {
      ...quiet.before,
      activePrograms: 3,
      revenue: { amount: "100.00", currencyCode: "USD" },
      conversionRate: 0,
    };
    const performance = { ...quiet, total, before };
    renderPage(
      <DashboardPage {...begun} stats={{ ...stats, totalAffiliates: 1200 }} performance={performance} />,
    );
    const changes = [...document.querySelectorAll(".summary-card-change")].map((one) => one.textContent);
    expect(changes).toEqual(["+20%", "No change", "+12%", "New"]);
  });

  test("an impossible conversion rate is not shown, and says why", async () => {
    renderPage(<DashboardPage {...begun} stats={{ ...stats, conversionRate: null }} />);
    expect(card("Conversion Rate")).toBe("Not available");
    fireEvent.click(screen.getByRole("button", { name: "Why?" }));
    expect(
      await screen.findByText(
        "You have more orders than tracked visits. Repeat purchases and blocked tracking can cause this.",
      ),
    ).toBeDefined();
  });
});

describe("the days that are shown", () => {
  const sold = {
    ...period("2026-11-20", "2026-11-20"),
    revenue: { amount: "1234.50", currencyCode: "USD" },
    orders: 3,
    clicks: 40,
  };
  const busy: PerformanceWire = {
    ...quiet,
    total: { ...sold, from: "2026-11-19", activePrograms: 2 },
    before: { ...period("2026-11-17", "2026-11-18"), orders: 4, clicks: 40, activePrograms: 1 },
    periods: [period("2026-11-19", "2026-11-19"), sold],
    bestAffiliates: [
      { id: "aff_1", name: "Bea", orders: 3, revenue: sold.revenue, commission: sold.commission },
    ],
  };
  test("each figure has its sum, its change and its chart, and a table says the same", async () => {
    renderPage(<DashboardPage {...begun} performance={busy} />);
    expect(figure("Net sales")).toContain("$1,234.50");
    expect(figure("Net sales")).toContain("New");
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Net sales from Nov 19 to Nov 20: $1,234.50. Previous period: $0.00",
    );
    expect(figure("Net sales")).toContain("Nov 19–Nov 20Nov 17–Nov 18");
    expect(figure("Orders")).toContain("-25%");
    expect(figure("Clicks")).toContain("No change");
    const table = within(screen.getByRole("region", { name: "Performance over time" }));
    const row = table.getByRole("rowheader", { name: "Nov 20, 2026" }).closest("tr");
    expect([...(row?.cells ?? [])].map((cell) => cell.textContent)).toEqual([
      "Nov 20, 2026",
      "$1,234.50",
      "3",
      "40",
      "$0.00",
      "0",
      "0%",
      "$0.00",
      "0",
      "0",
    ]);
    // The line of each card is in it, too.
    const totals = table.getByRole("rowheader", { name: "Total" }).closest("tr");
    expect(totals?.cells[totals.cells.length - 1]?.textContent).toBe("2");
    expect(table.getAllByRole("columnheader").at(-1)?.textContent).toBe("Active programs at the end");
    expect(hrefs("Orders: 3")).toContain("/dashboard/orders?figure=orders&from=2026-11-19&to=2026-11-20");
    expect(hrefs("Clicks: 40")).toContain(
      "/dashboard/reports?report=links&from=2026-11-19&to=2026-11-20&sort=clicks",
    );
    expect(hrefs("Nov 20, 2026")).toEqual(["/dashboard?from=2026-11-20&to=2026-11-20"]);
    expect(screen.getByRole("link", { name: "Bea" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/aff_1",
    );
  });

  test("can be shown without a comparison", () => {
    renderPage(<DashboardPage {...begun} performance={busy} />, { at: "/dashboard?compare=none" });
    expect(screen.getByLabelText("Comparison")).toHaveProperty("value", "none");
    expect(figure("Orders")).not.toContain("-25%");
    expect(figure("Orders")).not.toContain("Nov 17");
  });

  test("what did best leads to what it is, and says where it was not found out", () => {
    const row = { orders: 2, revenue: sold.revenue, commission: sold.commission };
    const bestCodes = [{ id: "save 5%", name: "save 5%", ...row }];
    const { unmount } = renderPage(
      <DashboardPage {...begun} performance={{ ...busy, bestCodes }} top="codes" />,
    );
    expect(screen.getByRole("link", { name: "save 5%" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/codes?search=save%205%25",
    );
    const days = "currency=USD&from=2026-11-19&to=2026-11-20";
    const ofCode = hrefs("Orders of save 5%: 2");
    unmount();
    renderPage(<DashboardPage {...begun} performance={{ ...busy, bestCodes }} />);
    const links = [ofCode, hrefs("Net sales of Bea: $1,234.50"), hrefs(/^Commission of Bea: /)];
    expect(links.flat()).toEqual([
      `/dashboard/orders?figure=orders&${days}&code=save+5%25`,
      `/dashboard/orders?figure=net&${days}&affiliate=aff_1`,
      `/dashboard/orders?figure=commission&${days}&affiliate=aff_1`,
    ]);
  });

  test("a tab is part of the address, and a list that took too long says so", () => {
    renderPage(<DashboardPage {...begun} performance={{ ...busy, bestProducts: null }} top="products" />, {
      at: "/dashboard?from=2026-11-19&to=2026-11-20",
    });
    expect(screen.getByRole("link", { name: "Landing pages" }).getAttribute("href")).toBe(
      "/dashboard?from=2026-11-19&to=2026-11-20&top=pages",
    );
    expect(screen.getByRole("link", { name: "Products" }).getAttribute("aria-current")).toBe("true");
    expect(screen.getByText("This takes longer than 3 seconds. Choose fewer days.")).toBeDefined();
  });

  test("figures of one program say that they are, and that clicks belong to none", async () => {
    const ofOrders = { clicks: null, visitors: null, conversionRate: null };
    const none = { ...ofOrders, newAffiliates: null, activePrograms: null };
    const narrowed: PerformanceWire = {
      ...busy,
      affiliate: "aff_1",
      program: "prg_1",
      total: { ...busy.total, ...none },
      before: { ...busy.before, ...none },
      periods: busy.periods.map((one) => ({ ...one, ...none })),
    };
    const affiliate = { id: "aff_1", name: "Bea" };
    const { container } = renderPage(
      <DashboardPage
        {...begun}
        performance={narrowed}
        affiliate={affiliate}
        program={{ id: "prg_1", name: "Partners" }}
      />,
    );
    expect(screen.getByText("Filtered by Bea, Partners")).toBeDefined();
    expect(screen.getByRole("combobox", { name: "Program" })).toHaveProperty("value", "Partners");
    expect(figure("Clicks")).toContain("–");
    expect(figure("Clicks")).toContain("Clicks aren't counted per program.");
    expect(figure("Clicks")).not.toContain("No change");
    // The shop's own figures have no change while they are filtered.
    const changes = [...document.querySelectorAll(".summary-card-change")].map((one) => one.textContent);
    expect(changes).toEqual(["", "", "New", ""]);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("an address that names no days says so", () => {
    renderPage(<DashboardPage {...begun} fault="Must not be before the first day" />);
    expect(screen.getByText("Must not be before the first day. Showing the last 30 days.")).toBeDefined();
    renderPage(<DashboardPage {...begun} fault="This takes too long. Choose fewer days." />);
    expect(
      screen.getByText("This takes too long. Choose fewer days. Showing the last 30 days."),
    ).toBeDefined();
  });

  test("says why the last payout skipped affiliates, with their list", () => {
    const skipped = { payoutId: "pyo_1", count: 2, reasons: "No payout details (2)" };
    renderPage(<DashboardPage {...begun} toDo={{ ...begun.toDo, skipped }} />);
    const link = screen.getByRole("link", { name: "2 affiliates skipped by the last payout" });
    expect(link.getAttribute("href")).toBe("/dashboard/affiliates/payouts/pyo_1/skipped");
    expect(link.parentElement?.textContent).toContain("No payout details (2)");
  });

  test("a task leads to its list, money first; one without rows is not shown", () => {
    const toDo = {
      ...begun.toDo,
      payouts: 1,
      files: 1,
      toMark: 2,
      toApprove: 1000,
      applications: 3,
      applicants: 2,
      claims: 1,
      unclearRows: 4,
      deliveries: 1,
      emails: 1,
      payable: [{ amount: "48.21", currencyCode: "USD" }],
    };
    renderPage(<DashboardPage {...begun} toDo={toDo} />);
    const tasks = screen.getByRole("heading", { name: "To do (10)" }).closest("section");
    const links = [...(tasks?.querySelectorAll("a") ?? [])];
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["1 payout needs attention", "/dashboard/affiliates/payouts?view=needs-attention"],
      ["1 payout file to download", "/dashboard/affiliates/payouts?view=needs-attention"],
      ["2 payouts to mark as paid", "/dashboard/affiliates/payouts?view=needs-attention"],
      ["1,000+ commissions to approve", "/dashboard/affiliates/commissions?status=to_approve"],
      ["3 new applications", "/dashboard/affiliates/applications"],
      ["2 affiliates to approve", "/dashboard/affiliates?status=pending"],
      ["1 claim to answer", "/dashboard/affiliates/claims?status=open"],
      ["4 unclear statement rows", "/dashboard/affiliates/payouts/reconcile"],
      ["2 failed deliveries", "/dashboard/settings/health/deliveries"],
      ["Tracking is off", "/dashboard/settings/health"],
      ["Pay affiliates", "/dashboard/affiliates/payouts/new"],
    ]);
    expect(screen.getByText("$48.21 is ready to pay")).toBeDefined();
  });

  test("a task says so where it takes too long to count, and the rest of the page is shown", () => {
    const late = "Your to-do list takes longer than 8 seconds. Try again in a moment.";
    renderPage(<DashboardPage {...begun} toDo={late} />);
    expect(screen.getByText(late)).toBeDefined();
    expect(screen.queryByText("You're all caught up.")).toBeNull();
    expect(screen.getByText("Total Revenue")).toBeDefined();
  });

  test("an embed that was heard of and then switched off, as by a new theme, is among what waits", async () => {
    const heard = { ...tracking, embed: { ...tracking.embed, seenAt: "2026-11-20T15:04:00.000Z" } };
    const first = renderPage(<DashboardPage {...begun} tracking={heard} />);
    expect(screen.queryByRole("link", { name: "Tracking is off" })).toBeNull();
    expect(screen.getByText("You're all caught up.")).toBeDefined();
    first.unmount();
    const one = { target: "body", handle: "affiliate-embed", name: "Tracking", status: "available" };
    const extension = { handle: "affiliate-embed", type: "theme_app_extension", activations: [one] };
    vi.stubGlobal("shopify", { app: { extensions: () => Promise.resolve([extension]) } });
    renderPage(<DashboardPage {...begun} tracking={heard} />);
    expect(await screen.findByRole("link", { name: "Tracking is off" })).toBeDefined();
    expect(screen.getByText("Tracking: Off. Turn on the app embed.")).toBeDefined();
    vi.unstubAllGlobals();
  });

  test("the tracking line names the last click, or since when there was none", () => {
    const seen = { ...tracking, embed: { ...tracking.embed, seenAt: "2026-11-20T15:04:00.000Z" } };
    const lastAt = "2026-11-20T15:04:00.000Z";
    const first = renderPage(
      <DashboardPage {...begun} tracking={{ ...seen, clicks: { lastAt, isQuiet: false } }} />,
    );
    expect(trackingLine()).toContain("Tracking: On. Last click Nov 20, 2026, 3:04 PM UTC.");
    first.unmount();
    renderPage(<DashboardPage {...begun} tracking={{ ...seen, clicks: { lastAt, isQuiet: true } }} />);
    expect(trackingLine()).toContain("Tracking: Problem: no clicks since Nov 20, 2026.");
  });
});

describe("the state-test panel (SPEC §2)", () => {
  test("is closed by default in production", () => {
    renderPage(<DashboardPage {...begun} />, { developing: false });
    expect(screen.queryByText("Add Test Toast")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show" }));
    expect(screen.getByText("Add Test Toast")).toBeDefined();
  });

  test("shows the state, and its buttons change it", () => {
    renderPage(<DashboardPage {...begun} />);
    const read = () => ["Current theme", "Sidebar collapsed", "Active toasts"].map(fact);
    expect(read()).toEqual(["light", "No", "0"]);
    // Only with both keys stored is the browser authenticated.
    expect(fact("Authenticated")).toBe("No");
    localStorage.setItem("shopify_affiliate_token", "token");
    localStorage.setItem("shop_domain", "demo-store.myshopify.com");
    fireEvent(window, new StorageEvent("storage"));
    expect([fact("Authenticated"), fact("User name"), fact("User email")]).toEqual([
      "Yes",
      "Ada Merchant",
      "ada@example.com",
    ]);
    fireEvent.click(screen.getByText("Add Test Toast"));
    fireEvent.click(screen.getByText("Toggle Theme"));
    fireEvent.click(screen.getByText("Toggle Sidebar"));
    expect(read()).toEqual(["dark", "Yes", "1"]);
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(document.documentElement.classList.contains("p-theme-dark-experimental")).toBe(true);
    expect(within(screen.getByLabelText("Notifications")).getAllByRole("listitem")).toHaveLength(1);
  });
});
