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
/** Rows per statement, so none locks others for long. */
const slice = 5000;

/**
 * Creates partitions for the coming months, and deletes clicks past their shop's retention period: whole months that
 * no shop keeps, otherwise the rows of shops with shorter periods.
 */
export async function rotateClicks(now: Date): Promise<void> {
  for (let month = 0; month <= monthsAhead; month += 1) {
    await createClickPartition(db(), monthStart(now, month));
  }
  const longest = await longestClickMonths(db());
  if (longest === null) return;
  await dropClickPartitions(db(), monthStart(now, -longest));
  for (const { shopId, clickMonths } of await shopsKeepingLess(db(), longest)) {
    const before = monthStart(now, -clickMonths);
    const old = { before, firstId: newId("clk", before).slice(0, 14), limit: slice };
    let erased = slice;
    while (erased === slice) erased = await eraseClicksBefore(shopId, old);
  }
}

function monthStart(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}
