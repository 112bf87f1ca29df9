import { db, inTransaction } from "#app/platform/db.server.ts";
import { keepOrderAnswers, lendDeliveries, readOrderAnswers } from "#app/store/inbox.ts";
import { failLater, type UnprovenOrder } from "./process-deliveries.ts";
import { readExistingOrders } from "#app/gateways/shopify/orders.ts";

/** Most ids that one `nodes` query takes. */
const ordersAtOnce = 250;

/** Asks each shop which of these orders it has, stores the answers, and lets the deliveries continue. */
export async function proveOrders(unproven: readonly UnprovenOrder[], now: Date): Promise<void> {
  const byShop = Map.groupBy(unproven, ({ shopId }) => shopId);
  await Promise.all([...byShop.values()].map((ofShop) => proveOrdersOfShop(ofShop, now)));
}

async function proveOrdersOfShop(unproven: readonly UnprovenOrder[], now: Date): Promise<void> {
  const byOrder = [...Map.groupBy(unproven, ({ orderId }) => orderId)];
  for (let start = 0; start < byOrder.length; start += ordersAtOnce) {
    const asked = byOrder.slice(start, start + ordersAtOnce);
    const waiting = asked.flatMap(([, ofOrder]) => ofOrder);
    const orderIds = asked.map(([orderId]) => orderId);
    try {
      // One request after the other: they share the shop's points.
      // oxlint-disable-next-line no-await-in-loop
      await askWhichExist(waiting, orderIds, now);
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop
      for (const { delivery } of waiting) await failLater(delivery, error, now);
    }
  }
}

async function askWhichExist(
  waiting: readonly UnprovenOrder[],
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  const { shopId, domain } = first;
  const known = await readOrderAnswers(db(), shopId, orderIds);
  const unknown = orderIds.filter((orderId) => !known.has(orderId));
  const existing = unknown.length === 0 ? new Set<string>() : await readExistingOrders(domain, unknown);
  const answers = unknown.map((orderId) => ({ orderId, ofShop: existing.has(orderId) }));
  await inTransaction(async (tx) => {
    if (answers.length > 0) await keepOrderAnswers(tx, shopId, answers, now);
    await lendDeliveries(
      tx,
      waiting.map(({ delivery }) => delivery),
      now,
    );
  });
}
