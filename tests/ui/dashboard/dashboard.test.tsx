import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { setupSteps } from "#app/domain/dashboard-figures.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { empty, facts, nothing, period, quiet, tracking, user } from "./sample.ts";

const fact = (term: string) => screen.getByText(term).closest("dt")?.nextElementSibling?.textContent;
function figure(label: string) {
  fireEvent.click(screen.getByRole("button", { name: label }));
  return screen.getByRole("region", { name: label }).textContent;
}
const hrefs = (name: string | RegExp) =>
  screen.getAllByRole("link", { name }).map((one) => one.getAttribute("href"));
const card = (label: string) => document.querySelector(`[data-figure="${label}"]`)?.textContent;

const noPayouts = { payouts: 0, files: 0, toMark: 0, skipped: null };

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
    expect(screen.getByText("No sales yet")).toBeDefined();
  });

  test("shows the way to the first sale, which a person can dismiss for good", () => {
    const first = renderPage(<DashboardPage {...empty} />);
    expect(screen.getByText("0 of 6 done")).toBeDefined();
    expect(screen.getByRole("link", { name: "Create a program" }).getAttribute("href")).toBe(
      "/dashboard/programs",
    );
    fireEvent.click(screen.getByRole("button", { name: "Dismiss the setup guide" }));
    expect(screen.queryByText("0 of 6 done")).toBeNull();
    first.unmount();
    const second = renderPage(<DashboardPage {...empty} />);
    expect(screen.queryByText("0 of 6 done")).toBeNull();
    second.unmount();
    // Another shop in the same browser has its own guide.
    renderPage(<DashboardPage {...empty} user={{ ...user, shop: "second-store.myshopify.com" }} />);
    expect(screen.getByText("0 of 6 done")).toBeDefined();
  });

  test("steps tick themselves off, and the guide goes with the last", () => {
    const started = setupSteps({ ...facts, programs: 1, affiliates: 2 });
    const first = renderPage(<DashboardPage {...empty} steps={started} />);
    expect(screen.getByText("2 of 6 done")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Invite an affiliate" })).toBeNull();
    expect(screen.getByRole("link", { name: "Activate it" })).toBeDefined();
    first.unmount();
    const all = setupSteps({
      programs: 1,
      startedPrograms: 1,
      embedSeen: true,
      affiliates: 1,
      clicks: 1,
      orders: 1,
      testOrder: false,
    });
    renderPage(<DashboardPage {...empty} steps={all} />);
    expect(screen.queryByText("Get to your first sale")).toBeNull();
  });

  test("a test order ticks off the last step, and the guide says what it would earn and why", () => {
    const steps = setupSteps({
      programs: 1,
      startedPrograms: 1,
      embedSeen: true,
      affiliates: 1,
      clicks: 1,
      orders: 0,
      testOrder: true,
    });
    const testOrder = {
      orderId: "77",
      name: "#1001",
      amount: { amount: "10.00", currencyCode: "USD" },
      reason: "Code ADA10",
    };
    renderPage(<DashboardPage {...empty} steps={steps} testOrder={testOrder} />);
    expect(screen.getByText("6 of 6 done")).toBeDefined();
    expect(screen.getByText(/^Test order:/).textContent).toBe(
      "Test order: $10.00, not counted. Code ADA10 View order #1001",
    );
    const link = screen.getByRole("link", { name: "View order #1001" });
    expect(link.getAttribute("href")).toBe("/dashboard/orders/77");
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
  };

  test("writes figures for people, and links each sale to its order", async () => {
    const { container } = renderPage(<DashboardPage {...empty} stats={stats} sales={[sale]} />);
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
    expect(row?.textContent).toContain("Nov 20, 2026, 3:04 PM UTC");
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
    renderPage(<DashboardPage {...empty} performance={busy} />);
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
    renderPage(<DashboardPage {...empty} performance={busy} />, { at: "/dashboard?compare=none" });
    expect(screen.getByLabelText("Comparison")).toHaveProperty("value", "none");
    expect(figure("Orders")).not.toContain("-25%");
    expect(figure("Orders")).not.toContain("Nov 17");
  });

  test("what did best leads to what it is, and says where it was not found out", () => {
    const row = { orders: 2, revenue: sold.revenue, commission: sold.commission };
    const bestCodes = [{ id: "save 5%", name: "save 5%", ...row }];
    renderPage(<DashboardPage {...empty} performance={{ ...busy, bestCodes, bestProducts: null }} />);
    expect(screen.getByRole("link", { name: "save 5%" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/codes?search=save%205%25",
    );
    const days = "currency=USD&from=2026-11-19&to=2026-11-20";
    const links = [
      hrefs("Orders of save 5%: 2"),
      hrefs("Net sales of Bea: $1,234.50"),
      hrefs(/^Commission of Bea: /),
    ];
    expect(links.flat()).toEqual([
      `/dashboard/orders?figure=orders&${days}&code=save+5%25`,
      `/dashboard/orders?figure=net&${days}&affiliate=aff_1`,
      `/dashboard/orders?figure=commission&${days}&affiliate=aff_1`,
    ]);
    const best = screen.getByRole("heading", { name: "Best products" }).closest(".Polaris-ShadowBevel");
    expect(best?.textContent).toContain("This takes longer than 3 seconds");
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
        {...empty}
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
    expect(screen.getByRole("link", { name: "Total Revenue in the days shown: $1,234.50" })).toBeDefined();
    expect(screen.queryByRole("link", { name: /^Total Affiliates in the days shown/ })).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("an address that names no days says so", () => {
    renderPage(<DashboardPage {...empty} fault="Must not be before the first day" />);
    expect(screen.getByText("Must not be before the first day. Showing the last 30 days.")).toBeDefined();
    renderPage(<DashboardPage {...empty} fault="This takes too long. Choose fewer days." />);
    expect(
      screen.getByText("This takes too long. Choose fewer days. Showing the last 30 days."),
    ).toBeDefined();
  });

  test("says why the last payout skipped affiliates, with their list", () => {
    const waiting = {
      applicants: 0,
      applications: 0,
      claims: 0,
      flags: 0,
      toApprove: 0,
      held: 0,
      payable: 0,
    };
    const skipped = { payoutId: "pyo_1", count: 2, reasons: "No payout details (2)" };
    renderPage(<DashboardPage {...empty} toDo={{ ...noPayouts, ...waiting, skipped }} />);
    const link = screen.getByRole("link", { name: "2 affiliates skipped by the last payout" });
    expect(link.getAttribute("href")).toBe("/dashboard/affiliates/payouts/pyo_1/skipped");
    expect(link.parentElement?.textContent).toBe(
      "2 affiliates skipped by the last payout No payout details (2)",
    );
  });

  test("a task leads to its list; one without rows is not shown", () => {
    const toDo = {
      ...noPayouts,
      applicants: 2,
      applications: 3,
      claims: 1,
      flags: 0,
      toApprove: 4,
      held: 1000,
      payable: 1204,
    };
    renderPage(<DashboardPage {...empty} toDo={toDo} />);
    const links = [
      "4 commissions to approve",
      "3 new applications",
      "2 affiliates to approve",
      "1 claim to decide",
      "1,000 or more commissions on hold",
      "1,204 balances to pay",
    ];
    expect(links.map((name) => screen.getByRole("link", { name }).getAttribute("href"))).toEqual([
      "/dashboard/affiliates/commissions?status=to_approve",
      "/dashboard/affiliates/applications",
      "/dashboard/affiliates?status=pending",
      "/dashboard/affiliates/claims?status=open",
      "/dashboard/affiliates/commissions?status=on_hold",
      "/dashboard/affiliates/payouts/balances?status=available",
    ]);
    expect(screen.queryByText(/flags? to look into/)).toBeNull();
    expect(screen.getByRole("link", { name: /Tracking is not switched on/ })).toBeDefined();
  });

  test("a task says so where it takes too long to count, and the rest of the page is shown", () => {
    const late = "Counting what waits takes longer than 8 seconds. Try again in a moment.";
    renderPage(<DashboardPage {...empty} toDo={late} />);
    expect(screen.getByText(late)).toBeDefined();
    expect(screen.queryByText("Nothing waits for you.")).toBeNull();
    expect(screen.getByText("Total Revenue")).toBeDefined();
  });

  test("an embed that was heard of and then switched off, as by a new theme, is among what waits", async () => {
    const heard = { ...tracking, embed: { ...tracking.embed, seenAt: "2026-11-20T15:04:00.000Z" } };
    const first = renderPage(<DashboardPage {...empty} tracking={heard} />);
    expect(screen.queryByRole("link", { name: /Tracking is not switched on/ })).toBeNull();
    first.unmount();
    const one = { target: "body", handle: "affiliate-embed", name: "Tracking", status: "available" };
    const extension = { handle: "affiliate-embed", type: "theme_app_extension", activations: [one] };
    vi.stubGlobal("shopify", { app: { extensions: () => Promise.resolve([extension]) } });
    renderPage(<DashboardPage {...empty} tracking={heard} />);
    expect(await screen.findByRole("link", { name: /Tracking is not switched on/ })).toBeDefined();
    vi.unstubAllGlobals();
  });
});

describe("the state-test panel (SPEC §2)", () => {
  test("is closed by default in production", () => {
    renderPage(<DashboardPage {...empty} />, { developing: false });
    expect(screen.queryByText("Add Test Toast")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show" }));
    expect(screen.getByText("Add Test Toast")).toBeDefined();
  });

  test("shows the state, and its buttons change it", () => {
    renderPage(<DashboardPage {...empty} />);
    const read = () => ["Current theme", "Sidebar collapsed", "Active toasts"].map(fact);
    expect(read()).toEqual(["light", "No", "0"]);
    // Only with both keys stored is the browser authenticated.
    expect(fact("Authenticated")).toBe("No");
    localStorage.setItem("shopify_affiliate_token", "token");
    localStorage.setItem("shop_domain", "demo-store.myshopify.com");
    fireEvent(window, new StorageEvent("storage"));
    expect([fact("Authenticated"), fact("User name"), fact("User e-mail")]).toEqual([
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
