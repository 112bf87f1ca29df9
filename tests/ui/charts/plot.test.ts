import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labeledPoints, plotHeight, plotOf, plotWidth } from "#app/ui/shared/chart/geometry.ts";
import { axisTicks } from "#app/ui/shared/chart/ticks.ts";

describe("the ticks of an axis", () => {
  test.each([
    [0, 0, [0, 1, 2]],
    [0, 1, [0, 1, 2]],
    [0, 3, [0, 1, 2, 3]],
    [0, 7, [0, 2, 4, 6, 8]],
    [0, 32.25, [0, 10, 20, 30, 40]],
    [0, 95, [0, 25, 50, 75, 100]],
    [0, 1234, [0, 500, 1000, 1500]],
    [-3, 0, [-3, -2, -1, 0]],
    [-1, 0, [-2, -1, 0]],
    [-20, 75, [-25, 0, 25, 50, 75]],
    [0, 9.1e12, [0, 2.5e12, 5e12, 7.5e12, 1e13]],
  ])("from %s to %s are round", (lowest, highest, ticks) => {
    expect(axisTicks(lowest, highest)).toEqual(ticks);
  });

  test("of a ratio are parts of one", () => {
    expect(axisTicks(0, 0.32, 0.01).map((tick) => tick.toFixed(2))).toEqual([
      "0.00",
      "0.10",
      "0.20",
      "0.30",
      "0.40",
    ]);
  });

  test("are three to five, include zero, and enclose every value", () => {
    const value = fc.integer({ min: -1e15, max: 1e15 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(value, value, (one, other) => {
        const ticks = axisTicks(Math.min(one, other), Math.max(one, other));
        const [bottom = NaN, top = NaN] = [ticks[0], ticks.at(-1)];
        expect([ticks.length >= 3, ticks.length <= 5, ticks.some((tick) => tick === 0)]).toEqual([
          true,
          true,
          true,
        ]);
        expect(bottom <= Math.min(one, other) && top >= Math.max(one, other)).toBe(true);
      }),
    );
  });
});

const points = (values: readonly (number | null)[]) => values.map((value) => ({ value }));

/** The numbers of all points of a path. */
const numbersOf = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe("the plot", () => {
  test("has axes and nothing else without points", () => {
    const plot = plotOf([]);
    expect([plot.ticks, plot.lines, plot.bars]).toEqual([[0, 1, 2], null, { current: [], compared: [] }]);
  });

  test.each([1, 2, 3])("shows %s points as bars from the zero line", (count) => {
    const { bars, lines, yOf } = plotOf(points(Array.from({ length: count }, () => 2)));
    expect(lines).toBeNull();
    expect(bars?.current).toHaveLength(count);
    for (const bar of bars?.current ?? []) expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(yOf(0));
  });

  test("puts a bar next to the one that it is compared with", () => {
    const { bars } = plotOf([{ value: 2, compared: 1 }]);
    const [now, before] = [bars?.current[0], bars?.compared[0]];
    expect((before?.x ?? 0) + (before?.width ?? 0)).toBe(now?.x);
    expect(now?.height).toBe((before?.height ?? 0) * 2);
  });

  test("draws a negative bar below the zero line", () => {
    const { bars, yOf } = plotOf(points([-4]));
    expect(bars?.current[0]?.y).toBe(yOf(0));
    expect(bars?.current[0]?.height).toBeGreaterThan(0);
  });

  test("connects more points by a line, and ends it in the unfinished period", () => {
    const { bars, lines } = plotOf(points([0, 10, 20, 40]), { isLastUnfinished: true });
    expect(bars).toBeNull();
    expect(lines?.current).toBe("M0,200L333.3,150L666.7,100");
    expect(lines?.unfinished).toBe("M666.7,100L1000,0");
    expect(lines?.compared).toBe("");
  });

  test("leaves a gap where there is no value", () => {
    expect(plotOf(points([1, 1, null, 1, 1])).lines?.current.match(/M/g)).toHaveLength(2);
    expect(plotOf(points([null, null, null, null])).lines?.current).toBe("");
  });

  test.each([
    ["400 points", Array.from({ length: 400 }, (_, index) => index % 7)],
    ["zeros", Array.from({ length: 30 }, () => 0)],
    ["negative values", Array.from({ length: 30 }, (_, index) => index - 15)],
    ["huge values", Array.from({ length: 30 }, (_, index) => index * 1e14)],
  ])("keeps %s within the drawing", (_name, values) => {
    const { lines } = plotOf(points(values));
    const numbers = numbersOf(lines?.current ?? "");
    expect(numbers).toHaveLength(values.length * 2);
    expect(numbers.every((one, index) => one >= 0 && one <= (index % 2 === 0 ? plotWidth : plotHeight))).toBe(
      true,
    );
  });

  test("finds the point at a place", () => {
    for (const count of [1, 3, 4, 400]) {
      const plot = plotOf(points(Array.from({ length: count }, () => 1)));
      const all = Array.from({ length: count }, (_, index) => index);
      expect(all.map((index) => plot.indexAt(plot.placeOf(index)))).toEqual(all);
      expect([plot.indexAt(-1), plot.indexAt(2)]).toEqual([0, count - 1]);
    }
  });
});

test.each([
  [0, 6, []],
  [1, 6, [0]],
  [3, 6, [0, 1, 2]],
  [30, 6, [0, 6, 12, 17, 23, 29]],
  [30, 3, [0, 15, 29]],
  [400, 3, [0, 200, 399]],
])("of %s points, at most %s have labels, with the first and the last", (count, most, labeled) => {
  expect(labeledPoints(count, most)).toEqual(labeled);
});
