import { db } from "#app/platform/db.server.ts";
import { eraseVisitors, forgetSalts } from "#app/store/clicks.ts";
import { forgetLinkChanges } from "#app/store/link-owners.ts";

const hourMs = 3_600_000;
/** The time zone in which days end last. */
const latestZoneHours = 12;
const countedDays = 3;
const changesKeptMs = 15 * 60_000;

/**
 * Deletes salts of days that are over everywhere, so nobody can trace a visitor's hash any more. Visitors counts and
 * link changes that all processes know are deleted some days later.
 */
export async function forgetVisitors(now: Date): Promise<void> {
  const today = dayBefore(now, latestZoneHours * hourMs);
  await forgetSalts(db(), today);
  await eraseVisitors(db(), dayBefore(now, countedDays * 24 * hourMs));
  await forgetLinkChanges(db(), new Date(now.getTime() - changesKeptMs));
}

function dayBefore(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString().slice(0, 10);
}
