import { expect, test } from "vitest";
import { factCases, tableOf, tooSeldom } from "./cases.ts";
import { runHistories } from "./run.ts";

const histories = Number(process.env["HISTORIES"] ?? 1000);
const firstSeed = Number(process.env["HISTORIES_SEED"] ?? 1);

test(
  `${histories} histories end in the same balances in the product and in the model`,
  { timeout: 7_200_000 },
  () => {
    const { counts, difference } = runHistories(firstSeed, histories);
    expect(difference).toBeNull();
    console.log(`How often each case occurred in ${histories} histories\n${tableOf(counts, factCases)}`);
    expect(tooSeldom(counts, factCases, Math.max(1, histories / 100))).toEqual([]);
  },
);
