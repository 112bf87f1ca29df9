/** Web vitals of merchants' browsers: largest paint, next paint after an interaction, and layout shift. */
export const vitalNames = ["LCP", "INP", "CLS"] as const;
export type VitalName = (typeof vitalNames)[number];

/**
 * Most that "Built for Shopify" accepts for the 75th percentile of 28 days, in milliseconds; a layout shift is a score.
 * Source: https://shopify.dev/docs/apps/launch/built-for-shopify/requirements
 */
export const vitalLimits: Readonly<Record<VitalName, number>> = { LCP: 2500, INP: 200, CLS: 0.1 };

/** Days that the percentile is of. Older ones are deleted. */
export const vitalDays = 28;

/** Finer around the limits. Each limit is a bound, so that a percentile is never on the wrong side of it. */
const bounds: Readonly<Record<VitalName, readonly number[]>> = {
  LCP: [...steps(100, 3000), ...steps(500, 6000, 3000), 8000, 10_000, 15_000, 30_000, 60_000],
  INP: [...steps(10, 300), ...steps(50, 600, 300), 800, 1000, 2000, 5000, 10_000],
  CLS: [...steps(5, 150), ...steps(50, 500, 150), 1000, 2000].map((thousandths) => thousandths / 1000),
};

function steps(step: number, most: number, after = 0): number[] {
  return Array.from({ length: (most - after) / step }, (_, index) => after + (index + 1) * step);
}

/** The smallest bound that the value does not exceed. Everything beyond the last one counts as the last one. */
export function boundOf(name: VitalName, value: number): number {
  return bounds[name].find((bound) => value <= bound) ?? bounds[name].at(-1) ?? value;
}

/** Number of page loads whose value is at most the bound, and above the bound below it. */
export type VitalCount = { readonly bound: number; readonly count: number };

/** The bound that three of four page loads stay within. Null without any. */
export function percentile75(counts: readonly VitalCount[]): number | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let within = 0;
  for (const { bound, count } of counts.toSorted((a, b) => a.bound - b.bound)) {
    within += count;
    if (within >= total * 0.75) return bound;
  }
  return null;
}
