import { AppProvider } from "@shopify/polaris";
import { screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { SignalPeriodWire, SignalsWire } from "#app/contracts/signals.ts";
import { signalNames } from "#app/domain/signals.ts";
import { SignalBars, SignalsPage, SignalTrend } from "#app/ui/admin/signals/signals-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const none = { orders: 0, share: 0, credited: 0, lostWithout: 0, elsewhereWithout: 0 };

function period(from: string, to: string, orders: number, clicks = 0): SignalPeriodWire {
  const signals = signalNames.map((signal) => ({ signal, ...none }));
  const click = {
    orders: clicks,
    share: clicks / Math.max(1, orders),
    credited: clicks,
    elsewhereWithout: 0,
  };
  return {
    from,
    to,
    orders,
    credited: clicks,
    signals: signals.map((one) =>
      one.signal === "click" ? { ...one, ...click, lostWithout: Math.min(1, clicks) } : one,
    ),
  };
}

const signals: SignalsWire = {
  by: "day",
  total: period("2026-03-01", "2026-03-02", 4, 3),
  periods: [period("2026-03-01", "2026-03-01", 1, 1), period("2026-03-02", "2026-03-02", 3, 2)],
};
const shown = (of: SignalsWire, fault: string | null = null) =>
  renderPage(
    <SignalsPage signals={of} today="2026-03-02" fault={fault} exportUrl="/dashboard/export/signals.csv" />,
  );

const link = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");

describe("the page of the signals", () => {
  it("opens the orders behind every figure", async () => {
    shown(signals);
    const days = "from=2026-03-01&to=2026-03-02";
    expect(await link("3 orders, Link click")).toBe(`/dashboard/orders?signal=click&${days}`);
    expect(await link("3 credited orders, Link click")).toBe(
      `/dashboard/orders?status=credited&signal=click&${days}`,
    );
    expect(await link("1 orders for no affiliate without Link click")).toBe(
      `/dashboard/orders?lostWithout=click&${days}`,
    );
    expect(await link("4 orders")).toBe(`/dashboard/orders?${days}`);
    const overTime = screen.getByRole("region", { name: "Signals over time" });
    const rows = within(overTime).getAllByRole("row");
    expect(rows).toHaveLength(3);
    expect(rows[1]?.textContent).toContain("2 · 66.67%");
  });

  it("draws the shares on the server already, to scale", () => {
    const bars = renderToString(<SignalBars total={signals.total} />);
    expect(bars).toContain("Share of orders by signal. Highest: Link click, 75%");
    expect(bars).toContain('width="100.00"');
    const trend = renderToString(
      <AppProvider i18n={{}}>
        <SignalTrend signals={signals} today="2026-03-02" />
      </AppProvider>,
    );
    const heights = [...trend.matchAll(/<rect[^>]* height="([\d.]+)"/g)].map((match) => Number(match[1]));
    expect(heights.map((height) => Math.round(height))).toEqual([200, 133]);
  });

  it("explains the signals where there are no orders, and says what was wrong with the days", async () => {
    shown({ ...signals, total: period("2026-03-01", "2026-03-02", 0), periods: [] }, "Must be a day");
    expect(await screen.findByText("No data for this period")).toBeDefined();
    expect(screen.getByText("Must be a day")).toBeDefined();
    expect(screen.getByText(/clicked an affiliate's link/)).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
  });
});
