import { describe, expect, it } from "vitest";
import { dueRun, nextRun, type Schedule, schedules } from "#app/domain/payouts/schedule.ts";

const due = (schedule: Schedule, ranThrough: string, today: string) =>
  dueRun(schedule, { ranThrough, today });

describe("the days on which a schedule pays", () => {
  it.each([
    ["weekly", "2026-03-08", "2026-03-09", { day: "2026-03-09", cutoffDay: "2026-03-09" }],
    ["weekly", "2026-03-09", "2026-03-15", null],
    ["twice_monthly", "2026-03-01", "2026-03-16", { day: "2026-03-16", cutoffDay: "2026-03-16" }],
    ["twice_monthly", "2026-03-01", "2026-03-15", null],
    ["monthly", "2026-02-28", "2026-03-01", { day: "2026-03-01", cutoffDay: "2026-03-01" }],
    ["net15", "2026-03-01", "2026-03-15", { day: "2026-03-15", cutoffDay: "2026-03-01" }],
    ["net30", "2026-03-01", "2026-03-30", { day: "2026-03-30", cutoffDay: "2026-03-01" }],
    ["net60", "2026-03-01", "2026-04-01", { day: "2026-04-01", cutoffDay: "2026-02-01" }],
    ["net60", "2028-03-02", "2028-03-31", { day: "2028-03-31", cutoffDay: "2028-02-01" }],
    ["manual", "2020-01-01", "2026-03-01", null],
  ] as const)("%s after %s, on %s", (schedule, ranThrough, today, expected) => {
    expect(due(schedule, ranThrough, today)).toEqual(expected);
  });

  it("make the newest of the days that a worker missed, and none of the older ones", () => {
    expect(due("weekly", "2026-03-02", "2026-03-25")).toEqual({ day: "2026-03-23", cutoffDay: "2026-03-23" });
    expect(due("weekly", "2026-03-23", "2026-03-25")).toBeNull();
    expect(due("monthly", "2020-01-01", "2026-03-25")).toMatchObject({ day: "2026-03-01" });
  });

  it("begin after the day on which the schedule was chosen", () => {
    expect(due("weekly", "2026-03-09", "2026-03-09")).toBeNull();
    expect(nextRun("weekly", "2026-03-09")).toMatchObject({ day: "2026-03-16" });
    expect(nextRun("manual", "2026-03-09")).toBeNull();
  });

  it("come once each over ten years, whatever day is looked at", () => {
    const perYear: Record<Schedule, number> = {
      manual: 0,
      weekly: 52,
      twice_monthly: 24,
      monthly: 12,
      net15: 12,
      net30: 12,
      net60: 12,
    };
    for (const schedule of schedules) {
      let ranThrough = "2019-12-31";
      let runs = 0;
      for (let ms = Date.UTC(2020, 0, 1); ms <= Date.UTC(2029, 11, 31); ms += 86_400_000) {
        const run = due(schedule, ranThrough, new Date(ms).toISOString().slice(0, 10));
        if (!run) continue;
        expect(run.cutoffDay <= run.day).toBe(true);
        ranThrough = run.day;
        runs += 1;
      }
      expect(Math.abs(runs - perYear[schedule] * 10)).toBeLessThanOrEqual(2);
    }
  });
});
