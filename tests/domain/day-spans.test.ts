import { describe, expect, it } from "vitest";
import { daysIn, daySteps, periodsCompared, spanBefore, spansOf } from "#app/domain/day-spans.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";

describe("the periods of a span", () => {
  it("are weeks from Monday and whole months, cut off at both ends", () => {
    const span = { from: "2024-02-27", to: "2024-03-11" };
    expect(spansOf(span, "week")).toEqual([
      { from: "2024-02-27", to: "2024-03-03" },
      { from: "2024-03-04", to: "2024-03-10" },
      { from: "2024-03-11", to: "2024-03-11" },
    ]);
    expect(spansOf(span, "month")).toEqual([
      { from: "2024-02-27", to: "2024-02-29" },
      { from: "2024-03-01", to: "2024-03-11" },
    ]);
    expect(spansOf({ from: "2023-12-31", to: "2024-01-01" }, "month")).toHaveLength(2);
  });

  it("follow each other without a gap, over years with a leap day and every length of month", () => {
    for (const by of daySteps) {
      const span = { from: "2023-01-03", to: "2025-02-26" };
      const spans = spansOf(span, by);
      expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([span.from, span.to]);
      expect(spans.every((one) => one.from <= one.to)).toBe(true);
      expect(spans.slice(1).map(({ from }) => from)).toEqual(
        spans.slice(0, -1).map(({ to }) => dayAfter(to, 1)),
      );
      expect(spans.reduce((sum, one) => sum + daysIn(one), 0)).toBe(daysIn(span));
    }
  });
});

it("the days before are as many, and end where these begin", () => {
  expect(spanBefore({ from: "2024-03-01", to: "2024-03-30" })).toEqual({
    from: "2024-01-31",
    to: "2024-02-29",
  });
  expect(spanBefore({ from: "2024-03-01", to: "2024-03-01" })).toEqual({
    from: "2024-02-29",
    to: "2024-02-29",
  });
});

it("each period is compared with the days as far from the beginning of the compared ones", () => {
  const span = { from: "2026-03-02", to: "2026-03-10" };
  const weeks = spansOf(span, "week");
  expect(periodsCompared(weeks, span, "previous")).toEqual([
    { from: "2026-02-21", to: "2026-02-27" },
    { from: "2026-02-28", to: "2026-03-01" },
  ]);
  expect(periodsCompared(weeks, span, "year")[0]).toEqual({ from: "2025-03-02", to: "2025-03-08" });
  expect(periodsCompared(weeks, span, { from: "2026-01-01", to: "2026-01-03" })).toEqual([
    { from: "2026-01-01", to: "2026-01-03" },
  ]);
});
