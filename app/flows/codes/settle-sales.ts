import type { ShopId } from "#app/domain/ids.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";

/**
 * Enqueues the orders that used a code before the app knew whose it is, to be settled again (M19). Enqueued in the
 * transaction that records the owner, so a crash can't lose it. Shopify reports the time of an order in whole
 * seconds.
 */
export async function settleSalesBy(
  queue: Queue,
  tx: Tx,
  { shopId, code, since }: { readonly shopId: ShopId; readonly code: string; readonly since: Date },
): Promise<void> {
  const sold = { code, since: new Date(since.getTime() - 1000).toISOString() };
  await queue.send(tx, "evidence-arrived", { shopId, orderId: "", sold });
}
