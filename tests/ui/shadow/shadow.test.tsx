import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ComparisonWire, ImportSwitchWire, ShadowWire } from "#app/contracts/shadow.ts";
import { ImportSwitch } from "#app/ui/admin/imports/import-switch.tsx";
import { ComparisonPage } from "#app/ui/admin/shadow/comparison-page.tsx";
import { ShadowBanner } from "#app/ui/admin/shadow/shadow-banner.tsx";
import { ShadowPage } from "#app/ui/admin/shadow/shadow-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

const never: ShadowWire = { phase: "never", startedAt: null, liveFrom: null, canStart: true };
const started: ShadowWire = {
  phase: "shadow",
  startedAt: "2026-03-01T00:00:00.000Z",
  liveFrom: null,
  canStart: false,
};
const live = { ...started, liveFrom: "2026-03-05T12:00:00.000Z" };

const pageOf = (shadow: ShadowWire) => (
  <ShadowPage
    shadow={shadow}
    comparisons={[
      {
        id: "rau_1",
        fileName: "monday.csv",
        system: "uppromote",
        status: "done",
        rows: 12,
        differences: 3,
        days: { from: "2026-03-02", until: "2026-03-02" },
        createdAt: "2026-03-03T09:00:00.000Z",
      },
    ]}
    timeZone="UTC"
    moment={{ day: "2026-03-06", time: "00:00" }}
    megabytes={200}
  />
);

const comparison: ComparisonWire = {
  id: "rau_1",
  fileName: "monday.csv",
  system: "uppromote",
  status: "done",
  rows: 2,
  differences: 1,
  days: { from: "2026-03-02", until: "2026-03-03" },
  createdAt: "2026-03-04T09:00:00.000Z",
  error: "",
  mapping: null,
  progress: null,
  skipped: 1,
  currencies: [
    {
      there: usd("25.00"),
      here: usd("20.00"),
      difference: usd("-5.00"),
      days: [
        {
          day: "2026-03-02",
          counts: { same: 1, less: 1, more: 0, missing_here: 0, missing_there: 0, not_compared: 0 },
          difference: usd("-5.00"),
        },
      ],
    },
  ],
  findings: [
    { finding: "less", count: 1, differences: [usd("-5.00")] },
    { finding: "same", count: 1, differences: [] },
  ],
  list: [
    {
      row: 2,
      affiliate: "Ada",
      order: "1001",
      orderId: "5001",
      day: "2026-03-02",
      there: usd("15.00"),
      here: usd("10.00"),
      difference: usd("-5.00"),
      finding: "less",
      why: "Rate: 10% here, 15% there, of $100.00",
    },
  ],
  pagination: { page: 1, limit: 25, total: 1 },
  finding: null,
  search: "",
};

describe("shadow mode", () => {
  it("is explained before it starts, and only starts with empty books", async () => {
    const { container, unmount } = renderPage(pageOf(never));
    expect(screen.getByRole("button", { name: "Start shadow mode" })).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Go live" })).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
    unmount();
    renderPage(pageOf({ ...never, canStart: false }));
    expect(screen.queryByRole("button", { name: "Start shadow mode" })).toBeNull();
    expect(
      screen.getByText("Shadow mode starts before the first commission or balance in this app."),
    ).toBeDefined();
  });

  it("compares exports, and goes live now or later", async () => {
    const { container } = renderPage(pageOf(started));
    expect(screen.getByText("Your current app pays all orders.")).toBeDefined();
    const row = screen.getByRole("row", { name: /monday\.csv/ });
    expect(within(row).getByText("Mar 2, 2026")).toBeDefined();
    expect(screen.queryByLabelText("Date")).toBeNull();
    await userEvent.click(screen.getByLabelText("At a date and time"));
    expect(screen.getByLabelText("Date")).toHaveProperty("value", "2026-03-06");
    expect(screen.getByLabelText("Time")).toHaveProperty("value", "00:00");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("asks for the balances once the store is live", () => {
    renderPage(pageOf({ ...live, phase: "waiting" }));
    expect(screen.getByRole("link", { name: "Import balances" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/import",
    );
    expect(screen.getByRole("button", { name: "No open balances" })).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Go live" })).toBeNull();
  });

  it("is named on other pages until it is over", () => {
    const { unmount } = renderPage(<ShadowBanner phase="waiting" />);
    expect(screen.getByText("Payouts wait for your previous app's balances")).toBeDefined();
    unmount();
    renderPage(<ShadowBanner phase="complete" />);
    expect(screen.queryByText("Open shadow mode")).toBeNull();
  });
});

describe("a comparison", () => {
  it("shows the results, the days, and why an order differs", async () => {
    const { container } = renderPage(<ComparisonPage comparison={comparison} currency="USD" />);
    expect(screen.getByRole("link", { name: "Less here" }).getAttribute("href")).toBe(
      "/dashboard/programs/shadow/rau_1?finding=less#comparison-rows",
    );
    expect(screen.getByText("1 row wasn't compared.")).toBeDefined();
    expect(screen.getByRole("table", { name: "By day in USD" })).toBeDefined();
    expect(screen.getByText("Rate: 10% here, 15% there, of $100.00")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});

const showImport = (switched: ImportSwitchWire) =>
  renderPage(
    <ImportSwitch switched={switched} timeZone="UTC" isExportedLate={false} confirm={() => undefined} />,
  );

describe("an import of balances", () => {
  it("waits until the store is live", () => {
    showImport({ liveFrom: null, isLive: false, missingOrder: null });
    expect(screen.getByText("You aren't live yet")).toBeDefined();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("asks when the file was exported, and warns about an older one", () => {
    showImport({ liveFrom: live.liveFrom, isLive: true, missingOrder: "2026-03-05T11:00:00.000Z" });
    expect(screen.getByRole("checkbox", { name: /exported on Mar 5, 2026, 12:00/ })).toBeDefined();
    expect(screen.getByText("This file may be too old")).toBeDefined();
  });
});
