import { createHash } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { readPulseMarks } from "#app/store/pulse.ts";

/** A short text that is another one whenever something of the shop has changed. */
export async function readPulse(shopId: ShopId): Promise<string> {
  const pulses = await readPulses([shopId]);
  return pulses.get(shopId) ?? versionOf([]);
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
