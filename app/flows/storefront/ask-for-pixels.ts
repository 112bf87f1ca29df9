import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { listShopsToCheck } from "#app/store/tracking-status.ts";

/** A store whose pixel was looked at since needs no look: processes that start one after the other ask once. */
const freshMs = 5 * 60_000;

/** Has every store's pixel looked at: it may have been taken away, or the app may have moved. */
export async function askForPixels(now: Date): Promise<void> {
  const shopIds = await listShopsToCheck(db(), new Date(now.getTime() - freshMs));
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    for (const shopId of shopIds) await queue.send(tx, "switch-on-pixel", { shopId });
  });
}

/** Has one store's pixel looked at, soon. */
export async function askForPixel(shopId: ShopId): Promise<void> {
  const queue = await openQueue();
  await inTransaction((tx) => queue.send(tx, "switch-on-pixel", { shopId }));
}
