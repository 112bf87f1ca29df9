import { expect, it } from "vitest";
import { paypalRuns } from "./paid-once.ts";
import { checkedCounts, type Counts, paypalCases } from "./paypal-run.ts";

const runs = Number(process.env["PAYOUT_RUNS"] ?? 100);
const firstSeed = Number(process.env["PAYOUT_SEED"] ?? 1);

it("fifty affiliates are paid once by PayPal's own books, whatever dies and whatever PayPal does", async () => {
  const counts: Counts = new Map();
  expect(await paypalRuns({ firstSeed, runs, counts })).toBeNull();
  checkedCounts("PayPal", counts, { runs, least: paypalCases });
}, 900_000);
