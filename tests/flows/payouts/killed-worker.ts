import { chanceOf } from "../../histories/random.ts";
import { continueBatches, sendDue } from "#app/flows/payouts/send-due.ts";

/** A worker of its own, for tests that kill it: its clock goes as far ahead as it is told. */
const [aheadMs, seed] = process.argv.slice(2).map(Number);
if (aheadMs === undefined || seed === undefined) throw new Error("Usage: killed-worker.ts AHEAD_MS SEED");
const chance = chanceOf(seed);
const clock = {
  now: () => new Date(Date.now() + aheadMs),
  chance: () => chance.int(0, 999) / 1000,
};

process.send?.("begins");
for (;;) {
  await continueBatches(clock);
  if (!(await sendDue(clock))) await new Promise((resolve) => setTimeout(resolve, 5));
}
