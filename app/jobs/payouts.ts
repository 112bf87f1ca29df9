import { type PayoutClock, sendDue } from "../flows/payouts/send-due.ts";
import { now } from "../platform/clock.ts";
import { onPayoutNudge } from "../queue/nudge.ts";
import { startLoop } from "./loop.ts";

export const payoutClock: PayoutClock = { now, chance: Math.random };

/** What is due is found this soon; a notice of the provider's that this process took is looked at once. */
const lookEveryMs = 3000;

/** Hands over and watches payments that are due, until it is stopped. */
export function startPayouts(): () => Promise<void> {
  const loop = startLoop("payouts", lookEveryMs, () => sendDue(payoutClock));
  const forget = onPayoutNudge(loop.nudge);
  return async () => {
    forget();
    await loop.stop();
  };
}
