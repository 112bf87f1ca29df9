import { expect, test } from "vitest";
import { factCases, tableOf, tooSeldom } from "./cases.ts";
import { runHistories } from "./run.ts";

const histories = 10_000;

test(
  `${histories} histories end in the same balances in the product and in the model`,
  { timeout: 600_000 },
  () => {
    const { counts, difference } = runHistories(1, histories);
    expect(difference).toBeNull();
    console.log(`How often each case occurred in ${histories} histories\n${tableOf(counts, factCases)}`);
    expect(tooSeldom(counts, factCases, 100)).toEqual([]);
  },
);
