import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { ordersWithCode } from "#app/store/orders-of-codes.ts";

/**
 * A code worked in the store before the books knew whose it is: orders that came in between were judged without it, and
 * are settled again (M19). The platform tells when an order was made in whole seconds.
 */
export async function settleSalesBy(
  shopId: ShopId,
  { code, since }: { readonly code: string; readonly since: Date },
): Promise<void> {
  const orderIds = await ordersWithCode(db(), shopId, { code, since: new Date(since.getTime() - 1000) });
  if (orderIds.length === 0) return;
  const queue = await openQueue();
  for (const orderId of orderIds) await queue.send(db(), "evidence-arrived", { shopId, orderId });
}
