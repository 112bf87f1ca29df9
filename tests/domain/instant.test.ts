import { expect, test } from "vitest";
import {
  compareInstants,
  epochMs,
  InstantFormatError,
  isNotAfter,
  msAfterDays,
} from "#app/domain/instant.ts";
import { fc } from "../support/properties.ts";

test("instants are read as the calendar of the runtime reads them", () => {
  const dates = fc.date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(epochMs(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test.each(["2026-11-10T07:00:00-05:00", "2026-11-10T17:30:00+05:30", "2026-11-10T12:00:00.000000Z"])(
  "%s is noon in Greenwich",
  (text) => {
    expect(epochMs(text)).toBe(Date.UTC(2026, 10, 10, 12));
  },
);

test.each([
  "2026-11-10",
  "2026-11-10T12:00:00",
  "2026-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "",
])("%j is no instant", (text) => {
  expect(() => epochMs(text)).toThrow(InstantFormatError);
});

test("comparing and counting days look at the instant, not at the text", () => {
  expect(compareInstants("2026-11-10T07:00:00-05:00", "2026-11-10T11:00:00Z")).toBeGreaterThan(0);
  expect(msAfterDays("2026-11-10T12:00:00Z", 30)).toBe(Date.UTC(2026, 11, 10, 12));
  expect(isNotAfter("2026-11-10T12:00:00.999Z", "2026-11-10T12:00:00Z")).toBe(true);
  expect(isNotAfter("2026-11-10T12:00:01Z", "2026-11-10T12:00:00Z")).toBe(false);
});
