/** Widest axis: five ticks. */
const mostSteps = 4;
/** Narrowest axis: three ticks, so that a chart without values has a height. */
const leastSteps = 2;
const sizes = [1, 2, 2.5, 5];

/**
 * Three to five round values, at steps of 1, 2, 2.5 or 5 × 10ⁿ, from zero or below the lowest value to the first one
 * that no value exceeds. Steps are multiples of `smallestStep`, which is 1 for counts.
 */
export function axisTicks(lowest: number, highest: number, smallestStep = 1): number[] {
  const [low, high] = [Math.min(0, lowest), Math.max(0, highest)];
  const step = stepFor(low, high, smallestStep);
  let first = Math.floor(low / step);
  let last = Math.ceil(high / step);
  if (last - first < leastSteps) {
    if (high > 0 || low === 0) last = first + leastSteps;
    else first = last - leastSteps;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function stepFor(low: number, high: number, smallestStep: number): number {
  const least = Math.max((high - low) / mostSteps, smallestStep);
  for (let power = 10 ** Math.floor(Math.log10(least)); ; power *= 10) {
    const found = sizes.map((size) => size * power).find((step) => fits(step, { low, high, smallestStep }));
    if (found !== undefined) return found;
  }
}

type Extent = { readonly low: number; readonly high: number; readonly smallestStep: number };

function fits(step: number, { low, high, smallestStep }: Extent): boolean {
  const times = step / smallestStep;
  const isMultiple = Math.abs(times - Math.round(times)) < 1e-9 && Math.round(times) >= 1;
  return isMultiple && Math.ceil(high / step) - Math.floor(low / step) <= mostSteps;
}
