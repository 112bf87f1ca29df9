import { expect, it } from "vitest";
import { checkedCounts, type Counts } from "./counts.ts";
import { runUntilEveryCase } from "./every-case.ts";
import { paypalRuns } from "./paid-once.ts";
import { paypalCases as cases } from "./paypal-run.ts";

const runs = Number(process.env["PAYOUT_RUNS"] ?? 12);
// Among the switches of these twelve seeds each of PayPal's faults strikes at least twice.
const firstSeed = Number(process.env["PAYOUT_SEED"] ?? 1342);

it("fifty affiliates are paid once by PayPal's own books, whatever dies and whatever PayPal does", async () => {
  const counts: Counts = new Map();
  const done = await runUntilEveryCase(paypalRuns, { firstSeed, runs, counts, cases });
  expect(done.fault).toBeNull();
  checkedCounts("PayPal", counts, { ...cases, runs, done: done.runs });
}, 7_200_000);
