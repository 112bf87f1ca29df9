import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { BacktestRowWire, BacktestWire } from "#app/contracts/backtest.ts";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import { BacktestPage } from "#app/ui/admin/backtests/backtest-page.tsx";
import { BacktestsPage, type BacktestsPageData } from "#app/ui/admin/backtests/backtests-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { listDay } from "../list-day.ts";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

const row = (id: string, name: string, amounts: [string, string, string]): BacktestRowWire => ({
  id,
  name,
  orders: 3,
  revenue: usd("100.00"),
  today: usd(amounts[0]),
  draft: usd(amounts[1]),
  difference: usd(amounts[2]),
});

const backtest: BacktestWire = {
  id: "bkt_1",
  program: "prg_1",
  affiliate: null,
  status: "done",
  scope: "credited",
  firstDay: "2026-01-01",
  lastDay: "2026-02-28",
  ordersDone: 3,
  ordersTotal: 3,
  error: "",
  createdBy: "Ada",
  createdAt: "2026-03-10T12:00:00.000Z",
  finishedAt: "2026-03-10T12:00:05.000Z",
  terms: {
    rules: [],
    commission: { type: "percentage", percent: "20" },
    base: {
      shipping: false,
      tax: false,
      tips: false,
      giftCards: false,
      duties: false,
      beforeDiscounts: false,
    },
    caps: { perOrder: null, perAffiliate: null },
    bonuses: [],
    windowDays: 30,
    approvalDays: 30,
    approvalFrom: "order",
    approval: "automatic",
  },
  result: {
    orders: 3,
    otherCurrencyOrders: 2,
    changedOrders: 3,
    revenue: usd("300.00"),
    today: { total: usd("30.00"), bonuses: usd("0.00"), paidOrders: 3, share: "10" },
    draft: { total: usd("65.00"), bonuses: usd("5.00"), paidOrders: 3, share: "21.67" },
    difference: usd("35.00"),
    affiliates: [
      row("aff_1", "Zoe", ["10.00", "9.00", "-1.00"]),
      row("aff_2", "Ada", ["20.00", "56.00", "36.00"]),
    ],
    products: [row("1", "Mug", ["30.00", "60.00", "30.00"])],
    months: [
      row("2026-01", "2026-01", ["10.00", "20.00", "10.00"]),
      row("2026-02", "2026-02", ["20.00", "40.00", "20.00"]),
    ],
  },
};

const place: BacktestPlace = {
  kind: "program",
  program: "Partners",
  affiliate: "",
  path: "/dashboard/programs/prg_1/backtest",
  editor: "/dashboard/programs/prg_1",
};

const open = (one: BacktestWire) =>
  renderPage(<BacktestPage backtest={one} place={place} timeZone="UTC" />, {
    at: "/dashboard/programs/prg_1/backtest/bkt_1",
  });

const namesIn = (label: string) =>
  within(screen.getByRole("region", { name: label }))
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);

describe("the page of a backtest", () => {
  it("says what the draft would have cost compared with today's terms", async () => {
    open(backtest);
    const cost = within(await screen.findByRole("region", { name: "Cost" }));
    const cells = (name: string) =>
      within(cost.getByRole("row", { name: new RegExp(`^${name}`) }))
        .getAllByRole("cell")
        .map((cell) => cell.textContent);
    expect(cells("Commission")).toEqual(["$30.00", "$65.00", "+$35.00"]);
    expect(cells("Share of net sales")).toEqual(["10%", "21.67%", ""]);
    expect(cells("Bonuses")).toEqual(["$0.00", "$5.00", ""]);
    expect(screen.getByText(/^2 orders in other currencies/)).toBeDefined();
    expect(screen.queryByText(/weren't read/)).toBeNull();
    expect(screen.getByText(/^Attribution doesn't change/)).toBeDefined();
    expect(screen.getByText("20%")).toBeDefined();
    expect(screen.getByRole("link", { name: "Zoe" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/aff_1",
    );
  });

  it("says which orders could not be judged by rules that ask what was never read", async () => {
    const result = { ...(backtest.result as NonNullable<BacktestWire["result"]>), unreadOrders: 1_200 };
    const { container, unmount } = open({ ...backtest, result });
    expect(
      await screen.findByText("Couldn't check 1,200 orders. Collections or tags are missing."),
    ).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    unmount();
    open({ ...backtest, result: { ...result, unreadOrders: 1 } });
    expect(await screen.findByText(/^Couldn't check 1 order\. Collections/)).toBeDefined();
  });

  it("puts a table into the order of the column that one chooses, and the other way at the second time", async () => {
    const user = userEvent.setup();
    open(backtest);
    const table = await screen.findByRole("region", { name: "By affiliate" });
    expect(namesIn("By affiliate")).toEqual(["Ada", "Zoe"]);
    await user.click(within(table).getByRole("button", { name: "Difference" }));
    expect(namesIn("By affiliate")).toEqual(["Zoe", "Ada"]);
    await user.click(within(table).getByRole("button", { name: "Affiliate" }));
    expect(namesIn("By affiliate")).toEqual(["Ada", "Zoe"]);
    const head = within(table).getByRole("columnheader", { name: "Affiliate" });
    expect(head.getAttribute("aria-sort")).toBe("ascending");
  });

  it("shows how far it is while it runs, and why it failed", async () => {
    const running: BacktestWire = {
      ...backtest,
      status: "running",
      ordersDone: 1_200,
      ordersTotal: 4_800,
      result: null,
    };
    const { unmount } = open(running);
    const bar = await screen.findByRole("progressbar");
    expect(screen.getByText("Backtest: 1,200 of 4,800 orders")).toBeDefined();
    expect(bar.getAttribute("value") ?? bar.getAttribute("aria-valuenow")).toBe("25");
    unmount();
    open({ ...running, status: "failed", error: "The program was deleted." });
    expect(await screen.findByText("The program was deleted.")).toBeDefined();
  });
});

const { result: _result, terms: _terms, ...head } = backtest;
const list: BacktestsPageData = {
  place,
  backtests: [head],
  draft: null,
  defaults: { firstDay: "2025-12-11", lastDay: "2026-03-10" },
  imports: { imports: [], earliestDay: "2026-01-09", ordersHere: 4, countedUpTo: 10_000 },
  importDefaults: { firstDay: "2026-01-09", lastDay: "2026-03-10" },
  timeZone: "UTC",
};

const openList = (data: BacktestsPageData, answer: (posted: FormData) => unknown = () => null) =>
  renderPage(<BacktestsPage {...data} refusal={null} />, {
    at: "/dashboard/programs/prg_1/backtest",
    answer,
  });

describe("the page of a program's backtests", () => {
  it("lists those of before, and asks for one over the days and orders chosen", async () => {
    const user = userEvent.setup();
    const posted: Record<string, unknown>[] = [];
    openList({ ...list, draft: { of: "bkt_1", text: "20%" } }, (form) => {
      posted.push(Object.fromEntries(form));
      return null;
    });
    expect(await screen.findByText(/terms of an earlier backtest: 20%/)).toBeDefined();
    expect(screen.getByRole("link", { name: listDay("Mar 10, 2026, 12:00 PM") }).getAttribute("href")).toBe(
      "/dashboard/programs/prg_1/backtest/bkt_1",
    );
    await user.selectOptions(screen.getByLabelText("Orders"), "all");
    await user.click(screen.getByRole("button", { name: "Run backtest" }));
    await waitFor(() => {
      expect(posted).toEqual([
        { intent: "start", of: "bkt_1", firstDay: "2025-12-11", lastDay: "2026-03-10", scope: "all" },
      ]);
    });
  });

  it("offers nothing to run of a program that is not made yet until its editor has sent a draft", async () => {
    const ofNew = {
      ...place,
      kind: "new" as const,
      program: "",
      path: "/new",
      editor: "/dashboard/programs/new",
    };
    const { unmount } = openList({ ...list, place: ofNew, backtests: [{ ...head, program: null }] });
    expect(
      (await screen.findByRole("link", { name: "Start in the program's editor" })).getAttribute("href"),
    ).toBe(ofNew.editor);
    expect(screen.queryByRole("button", { name: "Run backtest" })).toBeNull();
    expect(screen.getByText(/Compared with what each order earns today/)).toBeDefined();
    expect(screen.getByText("Orders credited in any program: 3")).toBeDefined();
    unmount();
    openList({ ...list, place: ofNew, draft: { of: "bkt_1", text: "20%" } });
    expect(await screen.findByRole("button", { name: "Run backtest" })).toBeDefined();
  });

  it("asks for no orders but the affiliate's where the draft is of custom terms", async () => {
    openList({ ...list, place: { ...place, kind: "own", affiliate: "Zoe" } });
    expect(await screen.findByText("Orders credited to this affiliate in this program")).toBeDefined();
    expect(screen.queryByLabelText("Orders")).toBeNull();
    expect(screen.getByRole("button", { name: "Run backtest" })).toBeDefined();
  });

  it("reads past orders from the platform, says how far back it tells, and shows what goes wrong at the field", async () => {
    const user = userEvent.setup();
    openList(list, () => ({
      ok: false,
      message: "Must not be after today",
      errors: [{ field: "firstDay", message: "Must not be after today" }],
    }));
    expect(await screen.findByText("4 orders imported")).toBeDefined();
    expect(screen.getByText(/from Jan 9, 2026\.$/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Import orders" }));
    expect(await screen.findByText("Must not be after today")).toBeDefined();
  });

  it("shows an import that runs instead of the form", async () => {
    const { program: _program, affiliate: _affiliate, scope: _scope, ...run } = head;
    const running = { ...run, id: "imp_1", status: "running" as const, ordersDone: 5, ordersTotal: 10 };
    openList({ ...list, imports: { ...list.imports, imports: [running] } });
    expect(await screen.findByText("Import: 5 of 10 orders")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Import orders" })).toBeNull();
  });
});
