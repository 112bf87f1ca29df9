/** At most five values from 0 to the first one that no value exceeds, at steps of 1, 2, 2.5, or 5 × 10ⁿ. */
export function chartTicks(highest: number, smallestStep: number): number[] {
  const least = Math.max(highest / 4, smallestStep);
  const power = 10 ** Math.floor(Math.log10(least));
  const sizes = [1, 2, 2.5, 5, 10].map((size) => size * power);
  const step = sizes.find((size) => size >= least && Number.isInteger(size / smallestStep)) ?? 10 * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
