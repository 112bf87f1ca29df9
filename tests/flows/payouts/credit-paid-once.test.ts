import { expect, it } from "vitest";
import { checkedCounts, type Counts } from "./counts.ts";
import { creditCases as cases } from "./credit-run.ts";
import { runUntilEveryCase } from "./every-case.ts";
import { creditRuns } from "./paid-once.ts";

const runs = Number(process.env["PAYOUT_RUNS"] ?? 12);
const firstSeed = Number(process.env["PAYOUT_SEED"] ?? 1);

it("affiliates are credited once by the platform's own books, whatever dies and whatever answers are lost", async () => {
  const counts: Counts = new Map();
  const done = await runUntilEveryCase(creditRuns, { firstSeed, runs, counts, cases });
  expect(done.fault).toBeNull();
  checkedCounts("store credit", counts, { ...cases, runs, done: done.runs });
}, 7_200_000);
