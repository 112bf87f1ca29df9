import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { type HeardPart, keepHeard } from "#app/store/tracking-status.ts";

/** Often enough for "seen today". Not every visitor of a store is a write. */
const noteEveryMs = 5 * 60_000;
const mostRemembered = 10_000;

const noted = new Map<string, number>();

/** Records that parts of a store's tracking were seen, each at most once in five minutes per process. */
export async function recordSeen(shopId: ShopId, parts: readonly HeardPart[], now: Date): Promise<void> {
  const at = now.getTime();
  const fresh = parts.filter((part) => at - (noted.get(`${shopId} ${part}`) ?? 0) >= noteEveryMs);
  if (fresh.length === 0) return;
  await keepHeard(db(), shopId, { parts: fresh, now });
  if (noted.size > mostRemembered) noted.clear();
  for (const part of fresh) noted.set(`${shopId} ${part}`, at);
}
