import { and, eq, inArray, lt, ne } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { notSeenReason } from "./orders.ts";
import { orderAnswers } from "./schema/inbox.ts";
import { orders } from "./schema/orders.ts";

/** Which of these orders are known to be the shop's, and which are known not to be. */
export async function readOrderAnswers(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, boolean>> {
  if (orderIds.length === 0) return new Map();
  const answered = await db
    .select({ orderId: orderAnswers.orderId, ofShop: orderAnswers.ofShop })
    .from(orderAnswers)
    .where(and(eq(orderAnswers.shopId, shopId), inArray(orderAnswers.orderId, [...orderIds])));
  const seen = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        inArray(orders.orderId, [...orderIds]),
        ne(orders.reason, notSeenReason),
      ),
    );
  const answers = new Map(answered.map(({ orderId, ofShop }) => [orderId, ofShop]));
  for (const { orderId } of seen) answers.set(orderId, true);
  return answers;
}

/** Which of these orders the shop does not have, as the platform said. */
export async function findDeniedOrders(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const ofThese = inArray(orderAnswers.orderId, [...orderIds]);
  const rows = await db
    .select({ orderId: orderAnswers.orderId })
    .from(orderAnswers)
    .where(and(eq(orderAnswers.shopId, shopId), ofThese, eq(orderAnswers.ofShop, false)));
  return rows.map(({ orderId }) => orderId);
}

/** Keeps what the platform said about orders. */
export async function keepOrderAnswers(
  db: Db,
  shopId: ShopId,
  answers: readonly { readonly orderId: string; readonly ofShop: boolean }[],
  now: Date,
): Promise<void> {
  const rows = answers.map((answer) => ({ ...answer, shopId, answeredAt: now }));
  await db.insert(orderAnswers).values(rows).onConflictDoNothing();
}

/** Forgets what the platform said before an instant. */
export async function dropOrderAnswers(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .delete(orderAnswers)
    .where(and(eq(orderAnswers.shopId, shopId), lt(orderAnswers.answeredAt, before)));
}
