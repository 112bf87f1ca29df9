import { expect, test } from "vitest";
import { periodDays } from "#app/domain/terms/period-days.ts";

test("a rolling period is the day and the days before it", () => {
  expect(periodDays({ kind: "rolling", days: 1 }, "2026-03-01")).toEqual({
    first: "2026-03-01",
    last: "2026-03-01",
  });
  expect(periodDays({ kind: "rolling", days: 30 }, "2028-03-01")).toEqual({
    first: "2028-02-01",
    last: "2028-03-01",
  });
});

test("a calendar period is whole, over leap days and the turn of the year", () => {
  expect(periodDays({ kind: "calendar", unit: "month" }, "2028-02-10")).toEqual({
    first: "2028-02-01",
    last: "2028-02-29",
  });
  expect(periodDays({ kind: "calendar", unit: "quarter" }, "2026-12-31")).toEqual({
    first: "2026-10-01",
    last: "2026-12-31",
  });
  expect(periodDays({ kind: "calendar", unit: "year" }, "2026-06-15")).toEqual({
    first: "2026-01-01",
    last: "2026-12-31",
  });
});

test("ever has neither beginning nor end", () => {
  expect(periodDays({ kind: "ever" }, "2026-06-15")).toEqual({ first: null, last: null });
});
