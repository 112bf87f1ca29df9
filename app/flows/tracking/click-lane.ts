import { uptimeMs } from "#app/platform/clock.ts";
import { coalesce } from "#app/platform/coalesce.ts";
import { isRefusedValue } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { within } from "#app/platform/patience.ts";
import { isDatabaseAway, noteDatabaseAway } from "./database-away.ts";
import { keepNewClicks, type KeptClick } from "./keep-clicks.ts";
import { spoolClicks } from "./store-spooled.ts";

/** `until` is the last moment, on the clock of `uptimeMs`, to which the shopper waits for the database. */
type Waiting = { readonly kept: KeptClick; readonly until: number };

/**
 * Keeps a click together with those that come at the same time, in the database or, where that is away or slower than
 * the shopper's patience, on this machine's disk; it is durable when this resolves. Where the disk fails too, the loss
 * is counted and the shopper goes on: nothing here ever stands in their way. One write at a time: all clicks of a shop
 * raise its day's figures, so that a second one would wait for the first, holding a connection.
 */
export const keepClick = coalesce<Waiting, null>(keepOrSpool, {
  mostItems: 500,
  lanes: 1,
  gather: { items: 16, turns: 2 },
});

async function keepOrSpool(waiting: readonly Waiting[]): Promise<null[]> {
  const clicks = waiting.map((one) => one.kept);
  if (!(await kept(clicks, Math.min(...waiting.map((one) => one.until)) - uptimeMs()))) {
    await spoolClicks(clicks.map((one) => ({ kind: "kept", ...one })));
  }
  return waiting.map(() => null);
}

async function kept(clicks: readonly KeptClick[], patienceMs: number): Promise<boolean> {
  if (isDatabaseAway() || patienceMs < 1) return false;
  try {
    await within(keepNewClicks(clicks), patienceMs);
    return true;
  } catch (error) {
    // It may still be kept later: a click is stored once, whoever stores it first.
    if (isRefusedValue(error)) log.error("Clicks were refused", describeError(error));
    else noteDatabaseAway(error);
    return false;
  }
}
