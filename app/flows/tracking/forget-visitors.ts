import { db } from "#app/platform/db.server.ts";
import { eraseVisitors, forgetSalts } from "#app/store/clicks.ts";
import { forgetLinkChanges } from "#app/store/link-owners.ts";

const hourMs = 3_600_000;
/** The last place on earth where a day ends. */
const latestZoneHours = 12;
const countedDays = 3;
const changesKeptMs = 15 * 60_000;

/**
 * Forgets the salts of days that are over everywhere: from then on nobody can say whose a visitor's hash is. Who was
 * counted goes some days later, and with them what every process has long heard of links.
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
