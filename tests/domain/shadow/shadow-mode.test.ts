import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  belongsToPreviousApp,
  isInShadow,
  nextSecond,
  payoutsWait,
  shadowPhase,
} from "#app/domain/shadow/shadow-mode.ts";
import { sideOfSwitch } from "#app/domain/shadow/side-of-switch.ts";

const startedAt = new Date("2026-03-01T00:00:00Z");
const liveFrom = new Date("2026-03-05T12:00:00Z");
const dates = (more: object = {}) => ({ startedAt, liveFrom: null, completedAt: null, ...more });

describe("shadow mode", () => {
  it("leaves orders to the previous app by their creation only", () => {
    expect(belongsToPreviousApp(null, "2026-03-02T00:00:00Z")).toBe(false);
    expect(belongsToPreviousApp(dates(), "2029-01-01T00:00:00Z")).toBe(true);
    const live = dates({ liveFrom, completedAt: liveFrom });
    const of = (createdAt: string) => belongsToPreviousApp(live, createdAt);
    expect([of("2026-03-05T11:59:59Z"), of("2026-03-05T12:00:00Z")]).toEqual([true, false]);
    expect([of("2026-03-05T13:59:59+02:00"), of("2026-03-05T07:00:00-05:00")]).toEqual([true, false]);
    // Before shadow mode began, too.
    expect(of("2025-01-01T00:00:00Z")).toBe(true);
  });

  it("has one phase at any time, and payouts wait until it is complete", () => {
    const before = new Date(liveFrom.getTime() - 1);
    expect(shadowPhase(null, before)).toBe("never");
    expect(shadowPhase(dates(), before)).toBe("shadow");
    expect(shadowPhase(dates({ liveFrom }), before)).toBe("scheduled");
    expect(shadowPhase(dates({ liveFrom }), liveFrom)).toBe("waiting");
    expect(shadowPhase(dates({ liveFrom, completedAt: liveFrom }), liveFrom)).toBe("complete");
    expect([null, dates(), dates({ liveFrom })].map((one) => isInShadow(one, before))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isInShadow(dates({ liveFrom }), liveFrom)).toBe(false);
    expect([null, dates({ liveFrom }), dates({ completedAt: liveFrom })].map(payoutsWait)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("goes live at the next whole second, because Shopify's order times have no smaller unit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
        const next = nextSecond(new Date(ms)).getTime();
        expect(next % 1000).toBe(0);
        expect(next > ms && next - ms <= 1000).toBe(true);
      }),
    );
  });
});

describe("a row of the previous app's export", () => {
  const live = { day: "2026-03-05", time: "12:00:00" };
  const side = (day: string | null, time: string | null = null, moment: typeof live | null = live) =>
    sideOfSwitch({ day, time }, null, moment);

  it("is about the app to which its order belongs, if the store has the order", () => {
    const row = { day: "2026-03-09", time: null };
    expect(sideOfSwitch(row, { isFromLive: false }, live)).toBe("previous");
    expect(sideOfSwitch({ ...row, day: "2026-03-01" }, { isFromLive: true }, live)).toBe("own");
  });

  it("is placed by its date and time otherwise, or needs a decision", () => {
    expect([side("2026-03-04"), side("2026-03-06")]).toEqual(["previous", "own"]);
    expect([side("2026-03-05", "11:59:59"), side("2026-03-05", "12:00:00")]).toEqual(["previous", "own"]);
    expect([side("2026-03-05"), side(null)]).toEqual(["unclear", "unclear"]);
    expect(side("2026-03-05", null, { ...live, time: "00:00:00" })).toBe("own");
    expect([side(null, null, null), side("2029-01-01", null, null)]).toEqual(["previous", "previous"]);
  });
});
