import { createHash } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { readPulseMarks } from "#app/store/reports.ts";

/** A short text that is another one whenever something of the shop has changed. */
export async function readPulse(shopId: ShopId): Promise<string> {
  const marks = await readPulseMarks(db(), shopId);
  return createHash("sha256").update(marks.join("|")).digest("base64url").slice(0, 16);
}
