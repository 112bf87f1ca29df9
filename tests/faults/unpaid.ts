import { creditRuns, paypalRuns } from "../flows/payouts/paid-once.ts";

/** What runs of payments notice, of PayPal's and of store credit's; null where nothing. */
export async function findUnpaid(): Promise<string | null> {
  const counts = new Map<string, number>();
  return (
    (await creditRuns({ firstSeed: 1, runs: 14, counts })) ??
    (await paypalRuns({ firstSeed: 1, runs: 14, counts }))
  );
}
