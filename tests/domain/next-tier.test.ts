import { expect, test } from "vitest";
import { monthToDate } from "#app/domain/day-spans.ts";
import { nextTier, tierPercent } from "#app/domain/terms/next-tier.ts";
import type { FlatPay, TieredPay } from "#app/domain/terms/terms.ts";

const percent = (rate: number): FlatPay => ({ kind: "percentage", rateBps: rate * 100 });
const usd = (minor: bigint) => ({ minor, currency: "USD" });
const tiers: TieredPay = {
  kind: "tiered",
  period: { kind: "calendar", unit: "month" },
  below: percent(10),
  steps: [
    { atLeast: { measure: "sales", amount: usd(50_000n) }, pay: percent(20) },
    { atLeast: { measure: "sales", amount: usd(100_000n) }, pay: percent(25) },
  ],
};

test.each([
  [0n, 2000, 0],
  [29_000n, 2000, 58],
  [49_999n, 2000, 99],
  [50_000n, 2500, 50],
  [-1000n, 2000, 0],
])("with %s cents sold, the next tier pays %s basis points and is %s%% done", (salesMinor, rateBps, done) => {
  const next = nextTier(tiers, { orders: 1, salesMinor }, "USD");
  if (!next) throw new Error("There is a tier.");
  expect(next.pay).toEqual({ kind: "percentage", rateBps });
  expect(tierPercent(next)).toBe(done);
});

test("there is no tier above the highest, nor in a pay without tiers", () => {
  expect(nextTier(tiers, { orders: 9, salesMinor: 100_000n }, "USD")).toBeNull();
  expect(nextTier(percent(10), { orders: 9, salesMinor: 0n }, "USD")).toBeNull();
});

test("orders count toward a tier of orders", () => {
  const steps = [{ atLeast: { measure: "orders", count: 10 }, pay: percent(20) }] as const;
  const next = nextTier({ ...tiers, steps }, { orders: 3, salesMinor: 99_999_999n }, "USD");
  expect(next && tierPercent(next)).toBe(30);
});

test.each([
  ["2026-11-26", "2026-10-01", "2026-10-26"],
  ["2026-03-31", "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2025-12-01", "2025-12-01"],
])("up to %s, the month before goes from %s to %s", (today, from, to) => {
  expect(monthToDate(today)).toEqual({
    days: { from: `${today.slice(0, 7)}-01`, to: today },
    before: { from, to },
  });
});
