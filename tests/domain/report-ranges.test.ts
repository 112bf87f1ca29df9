import { expect, it } from "vitest";
import { daysIn, ranges, rangeSpan } from "#app/domain/day-spans.ts";

it.each([
  ["today", "2026-03-01", "2026-03-01", "2026-03-01"],
  ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
  ["last-7", "2026-03-03", "2026-02-25", "2026-03-03"],
  ["last-30", "2026-03-01", "2026-01-31", "2026-03-01"],
  ["last-90", "2024-03-30", "2024-01-01", "2024-03-30"],
  ["this-month", "2026-03-01", "2026-03-01", "2026-03-01"],
  ["last-month", "2024-03-31", "2024-02-01", "2024-02-29"],
  ["last-month", "2026-01-15", "2025-12-01", "2025-12-31"],
  ["this-year", "2026-01-01", "2026-01-01", "2026-01-01"],
  ["last-year", "2026-11-22", "2025-01-01", "2025-12-31"],
] as const)("%s on %s is %s to %s", (range, today, from, to) => {
  expect(rangeSpan(range, today)).toEqual({ from, to });
});

it("no range reaches beyond today", () => {
  for (const range of ranges) {
    const span = rangeSpan(range, "2026-02-28");
    expect([range, span.to <= "2026-02-28", daysIn(span) > 0]).toEqual([range, true, true]);
  }
});
