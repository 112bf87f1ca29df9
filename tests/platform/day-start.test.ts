import { expect, it } from "vitest";
import { dayIn, dayStart } from "#app/platform/clock.ts";

it.each([
  // There the clock jumps from midnight to one on the first Sunday of September.
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ["America/New_York", "2026-03-09", "2026-03-09T04:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z"],
  // No quarter of an hour.
  ["Africa/Monrovia", "1971-06-01", "1971-06-01T00:44:30.000Z"],
])("a payout's day in %s, %s, begins where the calendar turns to it", (zone, day, expected) => {
  const start = dayStart(zone, day);
  expect(start.toISOString()).toBe(expected);
  expect(dayIn(zone, start)).toBe(day);
  expect(dayIn(zone, new Date(start.getTime() - 1))).not.toBe(day);
});
