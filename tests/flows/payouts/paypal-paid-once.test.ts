import { expect, it } from "vitest";
import { paypalRuns } from "./paid-once.ts";
import { checkedCounts, type Counts } from "./counts.ts";
import { paypalCases } from "./paypal-run.ts";

const runs = Number(process.env["PAYOUT_RUNS"] ?? 140);
// On a server other seeds than on the embedded database, so that whoever runs both sees twice as many.
const firstSeed = Number(process.env["PAYOUT_SEED"] ?? (process.env["TEST_DATABASE_URL"] ? 1001 : 1));

it("fifty affiliates are paid once by PayPal's own books, whatever dies and whatever PayPal does", async () => {
  const counts: Counts = new Map();
  expect(await paypalRuns({ firstSeed, runs, counts })).toBeNull();
  checkedCounts("PayPal", counts, { runs, ...paypalCases });
}, 1_800_000);
