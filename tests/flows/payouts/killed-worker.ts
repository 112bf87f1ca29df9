import { goOnWithBatches, sendDue } from "#app/flows/payouts/send-due.ts";

/** A worker of its own, for tests that kill it: its clock goes as far ahead as it is told. */
const aheadMs = Number(process.argv[2] ?? 0);
const clock = { now: () => new Date(Date.now() + aheadMs), chance: Math.random };

process.send?.("begins");
for (;;) {
  await goOnWithBatches(clock);
  if (!(await sendDue(clock))) await new Promise((resolve) => setTimeout(resolve, 5));
}
