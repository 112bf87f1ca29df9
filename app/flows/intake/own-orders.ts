import type { ShopId } from "#app/domain/ids.ts";
import { orderIdOf, type OrderNews } from "#app/domain/order-news.ts";
import { readExistingOrders } from "#app/gateways/shopify/orders.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Delivery, finishDeliveries, lendDeliveries } from "#app/store/inbox.ts";
import { findDeniedOrders, keepOrderAnswers, readOrderAnswers } from "#app/store/order-answers.ts";
import { failLater } from "./fail-later.ts";

type Shop = { readonly shopId: ShopId; readonly domain: string };
type Item = { readonly delivery: Delivery; readonly news: OrderNews };

/** A delivery about an order that its body does not show to be the shop's. */
export type UnprovenOrder = Shop & { readonly orderId: string; readonly delivery: Delivery };

/** The platform answers so many at once. */
const ordersAtOnce = 250;

/** Deliveries are lent this long while the platform is asked. After a crash they are due again. */
export const lendingMs = 60_000;

/**
 * Leaves the deliveries of orders that are the shop's. A header is not signed, so a delivery about an order that its
 * shop does not know waits until the platform has said whether the shop has it, and is ignored where it has not. Where
 * it had not but a later body names the shop, the platform is asked again and the body is not read: the order may have
 * been deleted before it was heard of.
 */
export async function takeOwnOrders(
  tx: Tx,
  { shopId, domain }: Shop,
  items: readonly Item[],
  now: Date,
): Promise<{ readonly own: Item[]; readonly unproven: UnprovenOrder[] }> {
  const doubtful = items.filter(({ news }) => news.kind !== "order" || news.namedShop !== domain);
  const named = items.filter((item) => !doubtful.includes(item));
  const denied = await findDeniedOrders(tx, shopId, [...new Set(named.map(idOf))]);
  const answers = await readOrderAnswers(tx, shopId, [...new Set([...doubtful.map(idOf), ...denied])]);
  const answerOf = (item: Item): boolean | undefined => answers.get(idOf(item));
  const unasked = doubtful.filter((item) => answerOf(item) === undefined);
  const foreign = doubtful.filter((item) => answerOf(item) === false);
  await lendDeliveries(
    tx,
    unasked.map(({ delivery }) => delivery),
    new Date(now.getTime() + lendingMs),
  );
  await ignoreForeign(tx, foreign, now);
  const left = new Set([...unasked, ...foreign]);
  return {
    own: items
      .filter((item) => !left.has(item))
      .map((item) => (answerOf(item) === false ? unread(item) : item)),
    unproven: unasked.map((item) => ({ shopId, domain, orderId: idOf(item), delivery: item.delivery })),
  };
}

function idOf({ news }: Item): string {
  return orderIdOf(news);
}

function unread({ delivery, news }: Item): Item {
  return { delivery, news: { kind: "refetch", orderId: orderIdOf(news) } };
}

async function ignoreForeign(tx: Tx, items: readonly Item[], now: Date): Promise<void> {
  for (const { delivery } of items) {
    const { topic, shopId } = delivery;
    log.warn("A delivery was ignored: the shop has no such order", { topic, shop: shopId });
  }
  const outcome = "The shop has no such order: ignored.";
  await finishDeliveries(
    tx,
    items.map(({ delivery }) => ({ ...delivery, outcome })),
    now,
  );
}

/** Asks each shop which of these orders it has, keeps the answers, and lets the deliveries go on. */
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
      await proveSome(waiting, orderIds, now);
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop
      for (const { delivery } of waiting) await failLater(delivery, error, now);
    }
  }
}

async function proveSome(
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
