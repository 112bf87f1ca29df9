import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { HomeTierWire, HomeWire } from "#app/contracts/portal.ts";
import { pageTexts } from "#app/http/page-texts.server.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { HomePage } from "#app/ui/portal/home-page.tsx";
import { MorePage } from "#app/ui/portal/more-page.tsx";
import { OwnOrdersPage } from "#app/ui/portal/own-orders-page.tsx";
import { PortalFrame } from "#app/ui/portal/portal-frame.tsx";
import { affiliate, commission } from "../affiliates/sample.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const days = Array.from({ length: 30 }, (_, index) => ({
  day: dayAfter("2026-10-28", index),
  clicks: index,
  orders: index === 28 ? 2 : 0,
  earned: usd(index === 28 ? "32.25" : "0.00"),
}));
const tier: HomeTierWire = {
  programName: "Partners",
  ruleName: null,
  pay: { kind: "percentage", rateBps: 2000 },
  period: { kind: "calendar", unit: "month" },
  reached: { measure: "sales", amount: usd("290.00") },
  goal: { measure: "sales", amount: usd("500.00") },
  percent: 58,
};
const page: HomeWire = {
  shop: { name: "Demo Store", timeZone: "UTC" },
  affiliate: { ...affiliate, name: "Maya Lin" },
  codes: [
    { code: "MAYA10", gives: { kind: "percentage", ratio: 0.1 }, endsAt: null },
    { code: "OLD5", gives: null, endsAt: "2026-12-10T09:00:00.000Z" },
  ],
  month: { earned: usd("32.25"), change: 0.12 },
  days,
  conversion: 0.125,
  perClick: usd("0.07"),
  tiers: [tier],
  pay: { from: { kind: "percentage", rateBps: 1000 }, upTo: { kind: "percentage", rateBps: 2000 } },
  latest: [commission],
  outlook: {
    nextDay: "2026-12-01",
    minimums: [],
    account: { method: "paypal", account: "m…@creators.example" },
    isWaiting: false,
  },
};
const fresh: HomeWire = {
  ...page,
  affiliate: { ...page.affiliate, balances: [] },
  month: { earned: usd("0.00"), change: null },
  days: days.map((day) => ({ ...day, clicks: 0, orders: 0, earned: usd("0.00") })),
  conversion: 0,
  perClick: null,
  tiers: [],
  pay: { from: { kind: "percentage", rateBps: 1000 }, upTo: null },
  latest: [],
  outlook: { nextDay: null, minimums: [usd("25.00")], account: null, isWaiting: false },
};
const show = (home: HomeWire, at = "/portal") => renderPage(<HomePage {...home} />, { at });

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "share");
});

describe("the portal's home", () => {
  test("shows earnings with their change, the next payout, link, code, and latest orders", async () => {
    const { container } = show(page);
    expect(screen.getByRole("heading", { name: "Hi Maya" })).toBeDefined();
    for (const text of ["+12% vs. same time last month", "Dec 1, PayPal, m…@creators.example", "$15.00"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByDisplayValue(affiliate.referralLink)).toBeDefined();
    expect(screen.getByRole("button", { name: "Copy link" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Copy MAYA10" })).toBeDefined();
    expect(screen.getByText("Code MAYA10, 10% off")).toBeDefined();
    expect(screen.getByText("Code OLD5 · ends Dec 10, 2026")).toBeDefined();
    const order = screen.getByRole("link", { name: "#1001" });
    expect(order.getAttribute("href")).toBe("/portal/orders/5001");
    expect(within(order.closest("li") ?? container).getByText("Pending")).toBeDefined();
    expect(screen.queryByText(/Share your link to earn/)).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("measures the way to the next tier", () => {
    show(page);
    expect(screen.getByText("$290.00 of $500.00 this month")).toBeDefined();
    const bar = screen.getByRole("progressbar", { name: "Next tier: 20%" });
    expect(bar.getAttribute("value")).toBe("58");
  });

  test("names the orders, days, and rule of a tier", () => {
    const rolling = {
      ...tier,
      ruleName: "Coffee beans",
      pay: { kind: "fixed", amount: usd("5.00") },
      period: { kind: "rolling", days: 90 },
      reached: { measure: "orders", count: 3 },
      goal: { measure: "orders", count: 10 },
    } as const;
    show({ ...page, tiers: [rolling] });
    expect(screen.getByText("Coffee beans, next tier: $5.00 per order")).toBeDefined();
    expect(screen.getByText("3 of 10 orders in the last 90 days")).toBeDefined();
  });

  test("tells a new affiliate what they earn, and what's missing to be paid", async () => {
    const { container } = show(fresh);
    for (const text of [
      "Share your link to earn 10% of each sale.",
      "Add payout details to get paid.",
      "Payout dates are set by Demo Store.",
      "Payouts start at $25.00.",
      "Your orders will show here.",
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByRole("link", { name: "Add payout details" }).getAttribute("href")).toBe(
      "/portal/payout-details",
    );
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("draws the figure that the address asks for, with all figures in a table", () => {
    show(page, "/portal?chart=orders");
    expect(screen.getByRole("img", { name: "Orders in the last 30 days: 2" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Orders" }).getAttribute("aria-current")).toBe("true");
    expect(screen.getByText("12.5%")).toBeDefined();
    const row = screen.getByRole("row", { name: /^Nov 25 /, hidden: true });
    expect(
      within(row)
        .getAllByRole("cell", { hidden: true })
        .map((cell) => cell.textContent),
    ).toEqual(["$32.25", "28", "2"]);
  });

  test("writes a date's year only where it is another one", () => {
    const lastYear = { ...commission, id: "cms_9", earnedAt: "2025-12-30T10:00:00.000Z" };
    const outlook = { ...page.outlook, nextDay: "2027-01-01" };
    const { container } = show({ ...page, latest: [commission, lastYear], outlook });
    expect(screen.getByText("Jan 1, 2027, PayPal, m…@creators.example")).toBeDefined();
    expect([...container.querySelectorAll("li time")].map((time) => time.textContent)).toEqual([
      expect.stringMatching(/^[A-Z][a-z]{2} \d+$/),
      "Dec 30, 2025",
    ]);
    const labels = container.querySelectorAll(".chart-days-wide span");
    expect([...labels].at(-1)?.textContent).toMatch(/^[A-Z][a-z]{2} \d+$/);
  });

  test("offers the phone's own sheet for sharing where there is one", () => {
    const { unmount } = show(page);
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    unmount();
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
    Object.assign(navigator, { share });
    show(page);
    screen.getByRole("button", { name: "Share" }).click();
    expect(share).toHaveBeenCalledWith({ title: "My link to Demo Store", url: affiliate.referralLink });
  });

  test.each([
    ["pending", /hasn't approved you yet/],
    ["suspended", /suspended you/],
    ["rejected", /aren't part of/],
    ["invited", /invited you/],
  ] as const)("tells an affiliate who is %s what that means", (status, text) => {
    show({ ...page, affiliate: { ...page.affiliate, status } });
    expect(screen.getByText(text)).toBeDefined();
  });

  test("is in the reader's language", () => {
    const request = new Request("https://app.example/portal");
    const texts = pageTexts(request, "de", ["home", "portal", "states"]);
    renderPage(<HomePage {...page} />, { at: "/portal", texts });
    expect(screen.getByRole("heading", { name: "Hallo Maya" })).toBeDefined();
    expect(screen.getByText("Letzte 30 Tage")).toBeDefined();
  });
});

const orders = { balances: affiliate.balances, commissions: [commission], nextCursor: null, timeZone: "UTC" };

describe("the order list", () => {
  test("shows balances, commissions with reasons, and where to report a missing order", async () => {
    const { container } = renderPage(<OwnOrdersPage {...orders} />, { at: "/portal/orders" });
    for (const text of ["#1001", "$10.00", "$50.00", "$15.00", "$5.00", "Your discount code"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText("Approves Apr 4, 2026")).toBeDefined();
    expect(screen.getByRole("link", { name: "Tell us" }).getAttribute("href")).toBe("/portal/claims");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("calls a commission that the store has to approve pending", () => {
    const waiting = { ...commission, state: "to_approve" } as const;
    renderPage(<OwnOrdersPage {...orders} commissions={[waiting]} />, { at: "/portal/orders" });
    const row = screen.getByRole("row", { name: /#1001/ });
    expect(within(row).getByText("Pending")).toBeDefined();
    expect(screen.getByText("Waiting for the store's approval")).toBeDefined();
    expect(screen.queryByText(/To approve|On hold until/)).toBeNull();
  });

  test("calls a commission that a payout has not paid yet on its way", () => {
    const sent = { ...commission, state: "in_payout" } as const;
    renderPage(<OwnOrdersPage {...orders} commissions={[sent]} />, { at: "/portal/orders" });
    expect(within(screen.getByRole("row", { name: /#1001/ })).getByText("On its way")).toBeDefined();
  });

  test("names opening balances and write-offs, which have no approval period", () => {
    const other = { ...commission, order: null, approvesAt: null, state: "pending" } as const;
    const entries = [
      { ...other, id: "opb_1", kind: "opening_balance", why: { code: "balance-imported" } },
      { ...other, id: "wof_1", kind: "write_off", state: "paid", why: { code: "balance-written-off" } },
    ] as const;
    renderPage(<OwnOrdersPage {...orders} commissions={entries} />, { at: "/portal/orders" });
    for (const name of ["Opening balance", "Write-off"]) {
      expect(screen.getByRole("rowheader", { name })).toBeDefined();
    }
    expect(screen.getByText("From another system")).toBeDefined();
    expect(screen.getByText("Negative balance written off")).toBeDefined();
    expect(screen.queryByText("The approval period hasn't started.")).toBeNull();
  });

  test("opens the payment of a paid commission, and says what is deducted", () => {
    const payment = { id: "pit_1", method: "paypal", at: "2026-03-25T12:00:00.000Z" } as const;
    const paid = { ...commission, id: "com_7", state: "paid", payment } as const;
    const amount = { amount: "-2.00", currencyCode: "USD" };
    const deduction = {
      ...commission,
      id: "com_7.open",
      kind: "deduction",
      state: "approved",
      why: { code: "refund", order: "#1001" },
      amount,
    } as const;
    renderPage(<OwnOrdersPage {...orders} commissions={[paid, deduction]} />, { at: "/portal/orders" });
    const link = screen.getByRole("link", { name: "PayPal, Mar 25, 2026" });
    expect(link.getAttribute("href")).toBe("/portal/payouts/pit_1");
    expect(screen.getByText("To deduct")).toBeDefined();
    expect(screen.getByText("Refund of #1001")).toBeDefined();
    expect(screen.getByText("-$2.00")).toBeDefined();
  });

  test("with nothing earned says so, and offers no further page", () => {
    renderPage(<OwnOrdersPage {...orders} balances={[]} commissions={[]} />, { at: "/portal/orders" });
    expect(screen.getByText("You haven't earned anything yet.")).toBeDefined();
    expect(screen.getByText("Your commissions will show here.")).toBeDefined();
    expect(screen.queryByText("Older orders")).toBeNull();
  });
});

describe("the portal's navigation", () => {
  test("leads to Home, Orders, Payouts, and More, and marks the page that is open", async () => {
    const { container } = renderPage(
      <PortalFrame brand={{ name: "Demo Store", logo: null }}>
        <main>page</main>
      </PortalFrame>,
      { at: "/portal/orders" },
    );
    const links = within(screen.getByRole("navigation")).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Home", "/portal"],
      ["Orders", "/portal/orders"],
      ["Payouts", "/portal/payouts"],
      ["More", "/portal/more"],
    ]);
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Orders");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test.each(["/portal/terms", "/portal/links/lnk_1", "/portal/profile"])("marks More at %s", (at) => {
    const { container } = renderPage(
      <PortalFrame brand={{ name: "Demo Store", logo: null }}>
        <main>page</main>
      </PortalFrame>,
      { at },
    );
    const marked = [...container.querySelectorAll(".portal-nav .active")];
    expect(marked.map((link) => link.textContent)).toEqual(["More"]);
  });

  test("has the other pages, the store's address, and the way out under More", async () => {
    const { container } = renderPage(<MorePage shopName="Demo Store" contactEmail="help@demo.example" />, {
      at: "/portal/more",
    });
    for (const name of [
      "Links",
      "Claims",
      "Statements",
      "Terms",
      "Notifications",
      "Payout details",
      "help@demo.example",
    ]) {
      expect(screen.getByRole("link", { name })).toBeDefined();
    }
    expect(screen.getByRole("button", { name: "Sign out" }).closest("form")?.getAttribute("action")).toBe(
      "/portal/sign-out",
    );
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});
