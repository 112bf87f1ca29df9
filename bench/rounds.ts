import type { Measured } from "./figure.ts";

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error("A median needs values.");
  return (lower + upper) / 2;
}

/**
 * Measures both sides in turns and answers the medians. Whoever goes first changes with each round, so that what the
 * machine does besides, and what warms up, meets both alike.
 */
export async function alternate(
  rounds: number,
  sides: { readonly value: () => Promise<number>; readonly baseline: () => Promise<number> },
): Promise<Measured> {
  const values: number[] = [];
  const baselines: number[] = [];
  // One after the other is the point: two at once would share the machine.
  /* oxlint-disable no-await-in-loop */
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 1) baselines.push(await sides.baseline());
    values.push(await sides.value());
    if (round % 2 === 0) baselines.push(await sides.baseline());
  }
  /* oxlint-enable no-await-in-loop */
  return { value: median(values), baseline: median(baselines) };
}
