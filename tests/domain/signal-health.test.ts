import { describe, expect, it } from "vitest";
import { type SignalDay, signalHealth } from "#app/domain/signals.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";

const counted = (day: string, signal: string, orders: number, more: Partial<SignalDay> = {}): SignalDay => ({
  day,
  signal,
  orders,
  credited: 0,
  missed: 0,
  moved: 0,
  ...more,
});

describe("the signals of a time", () => {
  it("are cut into weeks from Monday on, with what is left at both ends, and weeks without orders", () => {
    // 2026-03-04 is a Wednesday.
    const span = { from: "2026-03-04", to: "2026-03-17" };
    const { periods } = signalHealth([counted("2026-03-09", "", 3)], span, "week");
    expect(periods.map(({ from, to, orders }) => [from, to, orders])).toEqual([
      ["2026-03-04", "2026-03-08", 0],
      ["2026-03-09", "2026-03-15", 3],
      ["2026-03-16", "2026-03-17", 0],
    ]);
  });

  it("are shares of all orders of their time, and nothing is divided by no orders", () => {
    const days = [
      counted("2026-03-01", "", 3, { credited: 2 }),
      counted("2026-03-01", "click", 1, { credited: 1, missed: 1 }),
      counted("2026-03-02", "", 1, { credited: 1 }),
      counted("2026-03-02", "click", 1, { credited: 1, moved: 1 }),
    ];
    const { total, periods } = signalHealth(days, { from: "2026-03-01", to: "2026-03-03" }, "day");
    const clicks = [...periods, total].map((one) => one.signals.find(({ signal }) => signal === "click"));
    expect(clicks).toEqual([
      { signal: "click", orders: 1, credited: 1, lostWithout: 1, elsewhereWithout: 0, share: 0.3333 },
      { signal: "click", orders: 1, credited: 1, lostWithout: 0, elsewhereWithout: 1, share: 1 },
      { signal: "click", orders: 0, credited: 0, lostWithout: 0, elsewhereWithout: 0, share: 0 },
      { signal: "click", orders: 2, credited: 2, lostWithout: 1, elsewhereWithout: 1, share: 0.5 },
    ]);
    expect(total).toMatchObject({ orders: 4, credited: 3 });
  });

  it.each(["1969-12-22", "1970-01-05", "2024-02-26", "2026-03-09"])("take %s for a Monday", (monday) => {
    const isMonday = new Date(`${monday}T00:00:00Z`).getUTCDay() === 1;
    const { periods } = signalHealth([], { from: monday, to: dayAfter(monday, 8) }, "week");
    expect([isMonday, ...periods.map((one) => one.to)]).toEqual([
      true,
      dayAfter(monday, 6),
      dayAfter(monday, 8),
    ]);
  });
});
