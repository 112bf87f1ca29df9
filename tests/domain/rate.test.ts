import { expect, test } from "vitest";
import { findRateBps, portion, scale, toPercent } from "#app/domain/money.ts";
import { fc } from "../support/properties.ts";

test.each([
  // 10 % of 0.05 = 0.005, and away from zero is 0.01 on either side.
  [5n, 1000, 1n],
  [-5n, 1000, -1n],
  // 0.0049… stays 0.00.
  [4n, 1000, 0n],
  // 12.5 % of 99.99 = 12.49875 → 12.50.
  [9999n, 1250, 1250n],
  [1n, 10_000, 1n],
])("portion(%s, %s) is %s", (minor, rateBps, expected) => {
  expect(portion(minor, rateBps)).toBe(expected);
});

test("a rounded share is never further than half a unit off", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), fc.bigInt({ min: 1n }), (minor, numerator, denominator) => {
      const off = scale(minor, numerator, denominator) * denominator - minor * numerator;
      expect(2n * (off < 0n ? -off : off) <= denominator).toBe(true);
      expect(scale(-minor, numerator, denominator)).toBe(-scale(minor, numerator, denominator));
    }),
  );
  expect(() => scale(1n, 1n, 0n)).toThrow(RangeError);
});

test.each([
  ["10", 1000],
  ["12.5", 1250],
  ["0.25", 25],
  ["0.250", 25],
  ["100", 10_000],
  ["12,5", null],
  ["1.234", null],
  ["-5", null],
  ["", null],
])("%j percent is %s basis points", (text, rateBps) => {
  expect(findRateBps(text)).toBe(rateBps);
});

test("percentages are written without a needless tail", () => {
  expect([1000, 1250, 25, 5, 10_000].map(toPercent)).toEqual(["10", "12.5", "0.25", "0.05", "100"]);
});
