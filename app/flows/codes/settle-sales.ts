import type { ShopId } from "#app/domain/ids.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";

/**
 * A code worked in the store before the books knew whose it is: orders that came in between were judged without it, and
 * are settled again (M19). Told with the transaction by which the books know, so that it is not forgotten with the
 * process. The platform tells when an order was made in whole seconds.
 */
export async function settleSalesBy(
  queue: Queue,
  tx: Tx,
  { shopId, code, since }: { readonly shopId: ShopId; readonly code: string; readonly since: Date },
): Promise<void> {
  const sold = { code, since: new Date(since.getTime() - 1000).toISOString() };
  await queue.send(tx, "evidence-arrived", { shopId, orderId: "", sold });
}
