import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { listShopsToCheck } from "#app/store/tracking-status.ts";

/** A pixel checked since then is not checked again, so processes that start in a row ask once. */
const freshMs = 5 * 60_000;

/** Requests a check of every store's pixel. It may have been removed, or the app may have a new address. */
export async function askForPixels(now: Date): Promise<void> {
  const shopIds = await listShopsToCheck(db(), new Date(now.getTime() - freshMs));
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    for (const shopId of shopIds) await queue.send(tx, "switch-on-pixel", { shopId });
  });
}

/** Requests a check of one store's pixel. */
export async function askForPixel(shopId: ShopId): Promise<void> {
  const queue = await openQueue();
  await inTransaction((tx) => queue.send(tx, "switch-on-pixel", { shopId }));
}
