import { type PayoutClock, sendDue } from "../flows/payouts/send-due.ts";
import { now } from "../platform/clock.ts";
import { aheadOfUsMs } from "../platform/database-clock.server.ts";
import { onPayoutNudge } from "../queue/nudge.ts";
import { startLoop } from "./loop.ts";

/** A machine that is right to the second is left its own clock. */
const rightEnoughMs = 1000;

let aheadMs = 0;

/**
 * The database's clock, which every worker shares. After a doubt store credit is given again once the last try is
 * certainly over (M17): by two machines' own clocks, of which one was wrong by a quarter of an hour, that could be while
 * the try still runs.
 */
export const payoutClock: PayoutClock = {
  now: () => new Date(now().getTime() + aheadMs),
  chance: Math.random,
};

/** Looks at the database's clock; before any job of payments, and then all the time. */
export async function setPayoutClock(): Promise<void> {
  const foundMs = await aheadOfUsMs();
  aheadMs = Math.abs(foundMs) > rightEnoughMs ? foundMs : 0;
}

/** How soon due payments are found. A PayPal webhook received by this process is acted on at once. */
const lookEveryMs = 3000;

/** Hands over and watches payments that are due, until it is stopped. */
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
