import { expect, it } from "vitest";
import { dayIn, instantIn, timeIn } from "#app/platform/clock.ts";

it("reads a day and a time by the clock of a zone, and writes them back", () => {
  const cases = [
    ["UTC", "2026-03-05", "12:00:00", "2026-03-05T12:00:00.000Z"],
    ["America/Los_Angeles", "2026-03-05", "00:00:00", "2026-03-05T08:00:00.000Z"],
    ["Asia/Kolkata", "2026-03-05", "23:59:59", "2026-03-05T18:29:59.000Z"],
    ["Pacific/Kiritimati", "2026-03-05", "00:00:00", "2026-03-04T10:00:00.000Z"],
    // The first of an hour that comes twice.
    ["Europe/Berlin", "2026-10-25", "02:30:00", "2026-10-25T00:30:00.000Z"],
  ] as const;
  for (const [zone, day, time, instant] of cases) {
    const found = instantIn(zone, day, time);
    expect([zone, found.toISOString()]).toEqual([zone, instant]);
    expect([dayIn(zone, found), timeIn(zone, found)]).toEqual([day, time]);
  }
});

it("moves a time that a zone skips behind the gap", () => {
  expect(instantIn("Europe/Berlin", "2026-03-29", "02:30:00").toISOString()).toBe("2026-03-29T01:30:00.000Z");
});
