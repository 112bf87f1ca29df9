import { createHash } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { hasChangedSince, readPulseMarks } from "#app/store/pulse.ts";

/** Longer than a page's data and its version are apart, with what it takes to commit a batch. */
const unsettledMs = 5_000;

/** A short text that is another one whenever something of the shop has changed. */
export async function readPulse(shopId: ShopId): Promise<string> {
  const pulses = await readPulses([shopId]);
  return pulses.get(shopId) ?? versionOf([]);
}

/**
 * The version that a page shows, whose data is read side by side with it: what is committed between the two would be in
 * the version and not on the page, and never be told. So it is null where something was written a moment ago.
 */
export async function readPulseOfPage(shopId: ShopId, now: Date): Promise<string | null> {
  const since = new Date(now.getTime() - unsettledMs);
  const version = await readPulse(shopId);
  // Asked afterwards, so that it knows of everything that the version knows of.
  return (await hasChangedSince(db(), shopId, since)) ? null : version;
}

/** The same of several shops, with one question; of those alone that have the app installed. */
export async function readPulses(shopIds: readonly ShopId[]): Promise<Map<ShopId, string>> {
  const found = await readPulseMarks(db(), shopIds);
  const installed = [...found].filter(([, { isInstalled }]) => isInstalled);
  return new Map(installed.map(([shopId, { marks }]) => [shopId, versionOf(marks)]));
}

function versionOf(marks: readonly string[]): string {
  return createHash("sha256").update(marks.join("|")).digest("base64url").slice(0, 16);
}
