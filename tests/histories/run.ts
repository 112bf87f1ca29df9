import { addCounts, type Counts } from "./cases.ts";
import { differenceIn } from "./compare.ts";
import { type History, historyOf } from "./history.ts";
import { shrunk, textOf } from "./shrink.ts";

export type Run = {
  readonly counts: Counts;
  /** First difference, with its seed and the smallest history. Null if product and model agree. */
  readonly difference: string | null;
};

/** Tells so many histories to product and model; stops at the first difference. */
export function runHistories(firstSeed: number, times: number): Run {
  const counts: Counts = new Map();
  for (let seed = firstSeed; seed < firstSeed + times; seed += 1) {
    const history = historyOf(seed);
    const found = differenceOf(history);
    addCounts(counts, history.counts);
    if (found === null) continue;
    const small = shrunk(history, (one) => differenceOf(one) !== null);
    return { counts, difference: `${found}\nMade small: ${differenceOf(small)}\n${textOf(small)}` };
  }
  return { counts, difference: null };
}

/** A fault that throws is a difference too. */
function differenceOf(history: History): string | null {
  try {
    return differenceIn(history);
  } catch (error) {
    return `seed ${history.seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}
