import { type Cases, type Counts, tooSeldom } from "./counts.ts";
import type { paypalRuns } from "./paid-once.ts";

const runsAtOnce = 4;

/**
 * Does `runs` runs, and then as many more as it takes until each case occurred as often as so many runs have to show it, up
 * to twenty times as many. The machine's pace can change what meets what, so no seed promises a rare case. Answers the
 * first fault, and how many runs were done.
 */
export async function runUntilEveryCase(
  work: typeof paypalRuns,
  { cases, ...share }: { firstSeed: number; runs: number; counts: Counts; cases: Cases },
): Promise<{ fault: string | null; runs: number }> {
  const { firstSeed, counts } = share;
  let done = 0;
  for (let next = share.runs; next > 0;) {
    const fault = await work({ firstSeed: firstSeed + done, runs: next, counts });
    done += next;
    if (fault !== null) return { fault, runs: done };
    const isComplete = tooSeldom(counts, { ...cases, runs: share.runs }).length === 0;
    next = isComplete ? 0 : Math.min(runsAtOnce, 20 * share.runs - done);
  }
  return { fault: null, runs: done };
}
