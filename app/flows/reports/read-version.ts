import { createHash } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { readVersionMarks } from "#app/store/page-version.ts";

/** Longer than the time between reading a page's data and its version, plus the time to commit a batch. */
const unsettledMs = 5_000;

/** A short text that changes whenever data of the shop changes. */
export async function readVersion(shopId: ShopId): Promise<string> {
  const versions = await readVersions([shopId]);
  return versions.get(shopId) ?? versionOf([]);
}

/**
 * The version for a page whose data is read in parallel. A change committed between the two reads would be in
 * the version but not on the page, and never be reported. So it is null if something was written a moment ago.
 */
export async function readVersionOfPage(shopId: ShopId, now: Date): Promise<string | null> {
  const found = (await readVersionMarks(db(), [shopId])).get(shopId);
  const changedAt = found?.changedAt ?? null;
  if (changedAt !== null && now.getTime() - changedAt.getTime() <= unsettledMs) return null;
  return versionOf(found?.isInstalled ? found.marks : []);
}

/** Versions of several shops with one query. Shops without the app installed are missing. */
export async function readVersions(shopIds: readonly ShopId[]): Promise<Map<ShopId, string>> {
  const found = await readVersionMarks(db(), shopIds);
  const installed = [...found].filter(([, { isInstalled }]) => isInstalled);
  return new Map(installed.map(([shopId, { marks }]) => [shopId, versionOf(marks)]));
}

function versionOf(marks: readonly string[]): string {
  return createHash("sha256").update(marks.join("|")).digest("base64url").slice(0, 16);
}
