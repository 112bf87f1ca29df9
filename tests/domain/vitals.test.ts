import { expect, it } from "vitest";
import { boundOf, percentile75, vitalLimits, vitalNames } from "#app/domain/vitals.ts";

it("counts a value under the smallest bound that it does not exceed", () => {
  expect(boundOf("LCP", 0)).toBe(100);
  expect(boundOf("LCP", 1234.5)).toBe(1300);
  expect(boundOf("INP", 200)).toBe(200);
  expect(boundOf("INP", 200.1)).toBe(210);
  expect(boundOf("CLS", 0.0301)).toBe(0.035);
  expect(boundOf("LCP", 3_000_000)).toBe(60_000);
});

it("never moves a value across a limit of the platform", () => {
  for (const name of vitalNames) {
    expect(boundOf(name, vitalLimits[name])).toBe(vitalLimits[name]);
    expect(boundOf(name, vitalLimits[name] * 1.0001)).toBeGreaterThan(vitalLimits[name]);
  }
});

it("finds the bound that three of four page loads stay within", () => {
  expect(percentile75([])).toBeNull();
  const fast = { bound: 100, count: 3 };
  expect(percentile75([{ bound: 900, count: 1 }, fast])).toBe(100);
  expect(percentile75([{ bound: 900, count: 2 }, fast])).toBe(900);
});
