import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { BarChart } from "#app/ui/shared/chart/bar-chart.tsx";
import { changeText } from "#app/ui/shared/chart/change-text.ts";
import { ChartTable } from "#app/ui/shared/chart/chart-table.tsx";
import { LineChart } from "#app/ui/shared/chart/line-chart.tsx";
import { formatCompact, formatDays, formatShortDay } from "#app/ui/shared/format.ts";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { accessibilityFaults } from "../shell/stub.tsx";

provideTexts({ charts });

const days = ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25"];
const points = days.map((day, index) => ({
  key: day,
  axis: formatShortDay(day, day),
  title: formatShortDay(day, day),
  value: index * 10,
  text: `$${index * 10}.00`,
  compared: { title: `Oct ${index + 21}`, value: 5, text: "$5.00" },
  ...(index > 0 && { change: changeText(index * 10, 5) }),
}));

const chart = (
  <LineChart
    label="Net sales from Nov 21 to Nov 25: $100.00"
    cursorLabel="Values by day"
    points={points}
    tickText={(value) => formatCompact(value, "USD")}
    isLastUnfinished
    legend={{ current: "Nov 21–Nov 25", compared: "Oct 21–Oct 25" }}
  />
);

const tooltip = () => document.querySelector(".chart-tooltip")?.textContent ?? null;

describe("a line chart", () => {
  test("is an image with a sentence, axes and a legend", async () => {
    const { container } = render(chart);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Net sales from Nov 21 to Nov 25: $100.00",
    );
    const texts = (selector: string) =>
      [...container.querySelectorAll(selector)].map((one) => one.textContent);
    expect(texts(".chart-ticks span")).toEqual(["$40", "$30", "$20", "$10", "$0"]);
    expect(texts(".chart-days-wide span")).toEqual(["Nov 21", "Nov 22", "Nov 23", "Nov 24", "Nov 25"]);
    expect(texts(".chart-days-narrow span")).toEqual(["Nov 21", "Nov 23", "Nov 25"]);
    expect(texts(".chart-legend span")).toEqual(["Nov 21–Nov 25", "Oct 21–Oct 25"]);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("has one cursor, which the arrow keys move, and announces its values", () => {
    render(chart);
    const area = screen.getByRole("group", { name: "Values by day" });
    expect(area.tabIndex).toBe(0);
    expect(tooltip()).toBeNull();
    fireEvent.focus(area);
    expect(tooltip()).toBe("Nov 25$40.00 +700%Oct 25: $5.00");
    expect(document.querySelector(".chart-tooltip")?.closest("[aria-live=polite]")).not.toBeNull();
    fireEvent.keyDown(area, { key: "ArrowLeft" });
    expect(tooltip()).toContain("Nov 24$30.00 +500%");
    fireEvent.keyDown(area, { key: "Home" });
    fireEvent.keyDown(area, { key: "ArrowLeft" });
    expect(tooltip()).toBe("Nov 21$0.00Oct 21: $5.00");
    fireEvent.keyDown(area, { key: "End" });
    fireEvent.keyDown(area, { key: "ArrowRight" });
    expect(tooltip()).toContain("Nov 25");
    fireEvent.keyDown(area, { key: "Escape" });
    expect(tooltip()).toBeNull();
    fireEvent.keyDown(area, { key: "ArrowLeft" });
    fireEvent.blur(area);
    expect(tooltip()).toBeNull();
  });

  test("leaves other keys to the page", () => {
    render(chart);
    expect(fireEvent.keyDown(screen.getByRole("group"), { key: "Tab" })).toBe(true);
    expect(fireEvent.keyDown(screen.getByRole("group"), { key: "ArrowLeft" })).toBe(false);
  });

  test("moves the cursor with the pointer", () => {
    render(chart);
    const area = screen.getByRole("group");
    vi.spyOn(area, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 400, 240));
    fireEvent.pointerMove(area, { clientX: 205 });
    expect(tooltip()).toContain("Nov 22");
    fireEvent.pointerLeave(area);
    expect(tooltip()).toBeNull();
  });

  test("has nothing to point at without values", () => {
    render(<LineChart label="No sales" cursorLabel="Values by day" points={[]} tickText={String} />);
    const area = screen.getByRole("group");
    fireEvent.focus(area);
    fireEvent.keyDown(area, { key: "ArrowLeft" });
    expect(tooltip()).toBeNull();
  });

  test("is drawn by the server, and the browser takes it over as it is", async () => {
    const html = renderToString(chart);
    expect(html).toContain('class="chart-current" d="M0,200L250,150');
    const container = document.createElement("div");
    container.innerHTML = html;
    document.body.append(container);
    const faults: unknown[] = [];
    const errors = vi.spyOn(console, "error").mockImplementation((...told) => void faults.push(told));
    const root = await act(async () =>
      hydrateRoot(container, chart, { onRecoverableError: (error) => faults.push(error) }),
    );
    expect(faults).toEqual([]);
    expect(container.querySelectorAll("path")).toHaveLength(4);
    act(() => root.unmount());
    container.remove();
    errors.mockRestore();
  });
});

test("a bar chart has each value at its end, and what is below zero to the left", async () => {
  const bars = [
    { label: "Maya Lin", value: 30, text: "$30.00" },
    { label: "Tom Reed", value: -10, text: "-$10.00" },
  ];
  const { container } = render(<BarChart label="Net sales by affiliate" bars={bars} />);
  expect(screen.getByRole("img", { name: "Net sales by affiliate" }).textContent).toBe(
    "Maya Lin$30.00Tom Reed-$10.00",
  );
  const rects = [...container.querySelectorAll("rect")];
  expect(rects.map((rect) => [rect.getAttribute("x"), rect.getAttribute("width")])).toEqual([
    ["25.00", "75.00"],
    ["0.00", "25.00"],
  ]);
  expect(await accessibilityFaults(container)).toEqual([]);
});

test.each([
  [112, 100, "+12%"],
  [89, 100, "-11%"],
  [100.5, 100, "+0.5%"],
  [100, 100, "No change"],
  [0, 0, "No change"],
  [3, 0, "New"],
  [-3, 0, undefined],
  [3, -1, undefined],
  [null, 3, undefined],
])("a change to %s from %s is %s", (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});

test("axes and legends are short", () => {
  expect([
    formatCompact(1200, "USD"),
    formatCompact(2500, "EUR"),
    formatCompact(1_250_000),
    formatCompact(7),
  ]).toEqual(["$1.2K", "€2.5K", "1.25M", "7"]);
  expect(formatDays({ from: "2026-10-27", to: "2026-11-25" }, "2026-11-25")).toBe("Oct 27–Nov 25");
  expect(formatDays({ from: "2025-12-31", to: "2026-01-01" }, "2026-01-01")).toBe("Dec 31, 2025–Jan 1");
  expect(formatDays({ from: "2026-11-25", to: "2026-11-25" }, "2026-11-25")).toBe("Nov 25");
});

const tableOfChart = () => <ChartTable>{() => <table aria-label="Values" />}</ChartTable>;

function tableByServer(at: string): Document {
  const Stub = createRemixStub([{ path: "/dashboard/reports", Component: tableOfChart }]);
  const html = renderToString(<Stub initialEntries={[`/dashboard/reports${at}`]} />);
  // A parsed document runs no scripts, so it has the elements of noscript.
  return new DOMParser().parseFromString(html, "text/html");
}

describe("the table of a chart", () => {
  test("is left to the browser, and without scripts a link shows it", () => {
    const closed = tableByServer("?name=codes&chart=trend");
    expect(closed.querySelector("details")?.open).toBe(false);
    expect(closed.querySelector("table")).toBeNull();
    const link = closed.querySelector("noscript a")?.getAttribute("href") ?? "";
    expect(link).toBe("?name=codes&chart=trend&table=");

    const shown = tableByServer(link);
    expect(shown.querySelector("details[open] table")).not.toBeNull();
    expect(shown.querySelector("noscript")).toBeNull();
  });

  test("is there once the page works", async () => {
    const Stub = createRemixStub([{ path: "/", Component: tableOfChart }]);
    render(<Stub />);
    expect(await screen.findByRole("table", { hidden: true })).toBeDefined();
  });
});
