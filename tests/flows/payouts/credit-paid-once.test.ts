import { expect, it } from "vitest";
import { creditCases } from "./credit-run.ts";
import { creditRuns } from "./paid-once.ts";
import { checkedCounts, type Counts } from "./counts.ts";

const runs = Number(process.env["PAYOUT_RUNS"] ?? 100);
// On a server other seeds than on the embedded database, so that whoever runs both sees twice as many.
const firstSeed = Number(process.env["PAYOUT_SEED"] ?? (process.env["TEST_DATABASE_URL"] ? 1001 : 1));

it("affiliates are credited once by the platform's own books, whatever dies and whatever answers are lost", async () => {
  const counts: Counts = new Map();
  expect(await creditRuns({ firstSeed, runs, counts })).toBeNull();
  checkedCounts("store credit", counts, { runs, ...creditCases });
}, 1_800_000);
