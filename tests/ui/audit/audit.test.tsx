import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AuditWire } from "#app/contracts/audit.ts";
import { AuditPage } from "#app/ui/admin/audit/audit-page.tsx";
import { AuditsPage } from "#app/ui/admin/audit/audits-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

const draft: AuditWire = {
  id: "rau_1",
  fileName: "referrals.csv",
  system: "uppromote",
  status: "draft",
  rows: 3,
  problems: 0,
  createdAt: "2026-03-10T12:00:00.000Z",
  error: "",
  mapping: {
    isKnownLayout: true,
    dates: "ymd",
    amounts: "point",
    currency: null,
    releaseOn: null,
    programId: "",
    words: {},
    columns: [
      { name: "order_name", example: "#1001", use: "order" },
      { name: "commission", example: "1.50", use: "amount" },
      { name: "program_name", example: "VIP", use: "program" },
    ],
    programs: [],
    questions: [{ setting: "currency", code: "currency_missing", what: "" }],
  },
  programs: ["Default", "VIP"],
  rates: null,
  progress: null,
  covered: null,
  unchecked: 0,
  sharedOrders: 0,
  currencies: [],
  findings: [],
  list: [],
  pagination: { page: 1, limit: 25, total: 0 },
  finding: null,
  search: "",
};

const done: AuditWire = {
  ...draft,
  status: "done",
  mapping: null,
  programs: [],
  problems: 2,
  rates: {
    rates: [{ program: "", kind: "percentage", value: "10" }],
    base: { shipping: true, tax: false, beforeDiscounts: false },
  },
  covered: { from: "2026-01-09", until: "2026-03-10" },
  unchecked: 4,
  sharedOrders: 1,
  currencies: [
    {
      paid: usd("40.00"),
      expected: usd("38.00"),
      over: usd("7.00"),
      under: usd("5.00"),
      months: [
        { month: "2026-02", over: usd("7.00"), under: usd("0.00") },
        { month: "2026-03", over: usd("0.00"), under: usd("5.00") },
      ],
    },
  ],
  findings: [
    { finding: "overpaid", count: 1, differences: [usd("7.00")] },
    { finding: "no_commission", count: 1, differences: [usd("-5.00")] },
    { finding: "correct", count: 1, differences: [] },
  ],
  list: [
    {
      row: 2,
      affiliate: "Ada",
      order: "1001",
      orderId: "5001",
      day: "2026-02-03",
      paid: usd("17.00"),
      expected: usd("10.00"),
      difference: usd("7.00"),
      finding: "overpaid",
      why: "More than the rate gives",
    },
    {
      row: 5,
      affiliate: "",
      order: "",
      orderId: null,
      day: null,
      paid: null,
      expected: null,
      difference: null,
      finding: "needs_mapping",
      why: "No affiliate",
    },
  ],
  pagination: { page: 1, limit: 25, total: 2 },
};

const page = (audit: AuditWire, mayReadAll = false) => (
  <AuditPage audit={audit} currency="USD" mayReadAll={mayReadAll} />
);

describe("an audit", () => {
  it("asks for the columns, and for a rate of each program", async () => {
    const { container } = renderPage(page(draft));
    expect(await screen.findByText("Program: VIP")).toBeTruthy();
    expect(screen.getByText("Choose a currency.")).toBeTruthy();
    expect(screen.queryByLabelText("Contents")).toBeNull();
    expect(screen.queryByLabelText("Pending commissions become available on")).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>("Use of program_name").value).toBe("program");
    const [rate] = screen.getAllByLabelText<HTMLInputElement>("Rate");
    if (!rate) throw new Error("No field for the rate.");
    await userEvent.type(rate, "12.5");
    expect(rate.value).toBe("12.5");
    expect(screen.getByRole("button", { name: "Run audit" })).toBeTruthy();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("shows how far it is, and that one may leave", async () => {
    const running = { ...draft, status: "running", mapping: null } as const;
    renderPage(page({ ...running, progress: { step: "referrals", done: 1, total: 3 } }));
    expect(await screen.findByText("Checking commission 1 of 3")).toBeTruthy();
    expect(screen.getByText("You can leave this page.")).toBeTruthy();
    renderPage(page({ ...running, status: "waiting", progress: { step: "orders", done: 0, total: 0 } }));
    expect(await screen.findByText("Reading orders from Shopify")).toBeTruthy();
  });

  it("shows totals, months, findings and commissions, and asks for access to older orders", async () => {
    const { container } = renderPage(page(done));
    expect(await screen.findByText("Orders from Jan 9, 2026 to Mar 10, 2026 were checked.")).toBeTruthy();
    expect(screen.getByText("4 commissions weren't checked. They don't count as problems.")).toBeTruthy();
    expect(screen.getByText("Rates: 10% of each sale, Shipping")).toBeTruthy();
    expect(screen.getByText("To check older commissions, allow access to all orders.")).toBeTruthy();
    expect(screen.getByRole("img", { name: /Paid too much and too little by month/ })).toBeTruthy();
    const row = screen.getByText("More than the rate gives").closest("tr");
    expect(row && within(row).getByText("+$7.00")).toBeTruthy();
    expect(screen.getByRole("link", { name: "#1001" }).getAttribute("href")).toBe("/dashboard/orders/5001");
    expect(screen.getByRole("link", { name: "No commission" }).getAttribute("href")).toContain(
      "finding=no_commission",
    );
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("asks for no access that it has, and says why it failed", async () => {
    renderPage(page(done, true));
    await screen.findByText("Findings");
    expect(screen.queryByText("Only the last 60 days can be checked")).toBeNull();
    renderPage(page({ ...draft, status: "failed", error: "Something went wrong. Start it again." }));
    expect(await screen.findByText("The audit failed")).toBeTruthy();
  });
});

describe("access to all orders", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is asked for in Shopify's admin, and a refusal changes nothing", async () => {
    const request = vi.fn<(scopes: readonly string[]) => Promise<{ result: string }>>(() =>
      Promise.resolve({ result: "declined-all" }),
    );
    vi.stubGlobal("shopify", { scopes: { request } });
    renderPage(<AuditsPage audits={[]} timeZone="UTC" mayReadAll={false} />);
    await userEvent.click(await screen.findByRole("button", { name: "Allow all orders" }));
    expect(request.mock.calls).toEqual([[["read_all_orders"]]]);
    expect(await screen.findByText("Access wasn't granted. Older commissions stay unchecked.")).toBeTruthy();
  });
});

it("lists earlier audits beside the upload", async () => {
  const { container } = renderPage(<AuditsPage audits={[done]} timeZone="UTC" mayReadAll={false} />);
  expect(await screen.findByRole("link", { name: "referrals.csv" })).toBeTruthy();
  expect(screen.getByText("See what your current app got wrong.")).toBeTruthy();
  expect(await accessibilityFaults(container)).toEqual([]);
});
