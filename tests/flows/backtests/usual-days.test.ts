import { expect, it } from "vitest";
import { usualDays } from "#app/http/backtests.ts";

it("a form begins with the last ninety days of the shop, summer time or not", () => {
  // In Berlin it is late in the evening, in winter time; ninety days before, it was summer there.
  const now = new Date("2026-11-20T22:34:00Z");
  expect(usualDays("Europe/Berlin", now)).toEqual({ firstDay: "2026-08-23", lastDay: "2026-11-20" });
  expect(usualDays("America/New_York", now)).toEqual({ firstDay: "2026-08-23", lastDay: "2026-11-20" });
});
