import type { PayoutClock } from "../flows/payouts/claim-request.ts";
import { sendDue } from "../flows/payouts/send-due.ts";
import { now } from "../platform/clock.ts";
import { aheadOfUsMs } from "../platform/db.server.ts";
import { onPayoutNudge } from "../queue/nudge.ts";
import { startLoop } from "./loop.ts";

/** A machine's clock that is right to the second is used as it is. */
const rightEnoughMs = 1000;

let aheadMs = 0;

/**
 * The database's clock, which all workers share. After a doubt, store credit is given again once the last attempt is
 * certainly over (M17). With two machines' own clocks, one of them wrong by a quarter of an hour, the attempt could
 * still be running.
 */
export const payoutClock: PayoutClock = {
  now: () => new Date(now().getTime() + aheadMs),
  chance: Math.random,
};

/** Reads the database's clock: before the first payment job, and then repeatedly. */
export async function setPayoutClock(): Promise<void> {
  const foundMs = await aheadOfUsMs();
  aheadMs = Math.abs(foundMs) > rightEnoughMs ? foundMs : 0;
}

/** How soon due payments are found. A PayPal webhook received by this process is acted on at once. */
const lookEveryMs = 3000;

/** Sends due payments and watches sent ones, until it is stopped. */
export function startPayouts(): () => Promise<void> {
  const loop = startLoop("payouts", lookEveryMs, async () => {
    await setPayoutClock();
    return await sendDue(payoutClock);
  });
  const forget = onPayoutNudge(loop.nudge);
  return async () => {
    forget();
    await loop.stop();
  };
}
