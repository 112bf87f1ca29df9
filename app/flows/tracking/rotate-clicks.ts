import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import {
  dropClickPartitions,
  eraseClicksBefore,
  longestClickMonths,
  createClickPartition,
  shopsKeepingLess,
} from "#app/store/clicks.ts";

const monthsAhead = 3;
/** Rows of one statement, so that none holds others up for long. */
const slice = 5000;

/**
 * Makes the months ahead, and lets go of clicks whose shop wanted them no longer: months that no shop keeps are dropped
 * whole, of the others the rows of the shops whose time is shorter.
 */
export async function rotateClicks(now: Date): Promise<void> {
  for (let month = 0; month <= monthsAhead; month += 1)
    await createClickPartition(db(), monthFrom(now, month));
  const longest = await longestClickMonths(db());
  if (longest === null) return;
  await dropClickPartitions(db(), monthFrom(now, -longest));
  for (const { shopId, clickMonths } of await shopsKeepingLess(db(), longest)) {
    const before = monthFrom(now, -clickMonths);
    const old = { before, firstId: newId("clk", before).slice(0, 14), limit: slice };
    let erased = slice;
    while (erased === slice) erased = await eraseClicksBefore(shopId, old);
  }
}

function monthFrom(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}
