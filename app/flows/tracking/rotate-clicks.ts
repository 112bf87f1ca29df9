import { db } from "#app/platform/db.server.ts";
import { dropClickPartition, makeClickPartition } from "#app/store/click-partitions.ts";
import { eraseVisitors } from "#app/store/clicks.ts";

/** Longer than the longest attribution window of a year, so that no click is dropped that could still count. */
const keptMonths = 13;
const monthsAhead = 3;
const visitorsKeptDays = 3;

/** Makes the months ahead, drops the months that are over, and forgets who was counted as a visitor. */
export async function rotateClicks(now: Date): Promise<void> {
  for (let month = 0; month <= monthsAhead; month += 1) await makeClickPartition(db(), monthFrom(now, month));
  await dropClickPartition(db(), monthFrom(now, -keptMonths - 1));
  const day = new Date(now.getTime() - visitorsKeptDays * 86_400_000).toISOString().slice(0, 10);
  await eraseVisitors(db(), day);
}

function monthFrom(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}
