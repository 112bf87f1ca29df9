import { readFacts } from "#app/domain/read-facts.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockKnownOrders } from "#app/store/orders.ts";
import { type OrderShop, settleOrders } from "./settle-orders.ts";

/**
 * Settles known orders again from the facts that are kept, after a person decided something about them, about their
 * commissions, or about the bonuses that they reached (M12), and posts the difference with the instant of the decision.
 * Locks the orders first. Answers those that have to wait for the platform's word about their goods.
 */
export async function settleAgain(
  tx: Tx,
  shop: OrderShop,
  orderIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await lockKnownOrders(tx, shop.shopId, orderIds);
  const known = [...rows.values()].filter((row) => "id" in row.facts);
  const orders = known.map((row) => {
    const facts = readFacts(row.facts);
    return { row, facts, factsBefore: facts };
  });
  const settled = await settleOrders(tx, shop, orders, { now, decidedAt: now });
  return [...settled].filter(([, one]) => one.mustAsk).map(([orderId]) => orderId);
}
