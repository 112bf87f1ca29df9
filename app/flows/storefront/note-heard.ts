import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { type ReceivedPart, recordReceived } from "#app/store/tracking-status.ts";

/** Often enough for "seen today"; a store's every visitor is not a write. */
const noteEveryMs = 5 * 60_000;
const mostRemembered = 10_000;

const noted = new Map<string, number>();

/** Writes down that parts of tracking in a store were heard of, each at most once in five minutes by a process. */
export async function noteHeard(shopId: ShopId, parts: readonly ReceivedPart[], now: Date): Promise<void> {
  const at = now.getTime();
  const fresh = parts.filter((part) => at - (noted.get(`${shopId} ${part}`) ?? 0) >= noteEveryMs);
  if (fresh.length === 0) return;
  await recordReceived(db(), shopId, { parts: fresh, now });
  if (noted.size > mostRemembered) noted.clear();
  for (const part of fresh) noted.set(`${shopId} ${part}`, at);
}
