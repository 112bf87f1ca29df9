import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { type Delivery, deliveryColumns, type DeliveryKey, isKey } from "./inbox.ts";
import { deliveries } from "./schema/inbox.ts";

/** A failed delivery, waiting or dismissed, with its error and what can still be read of it. */
export type FailedDeliveryRow = Omit<Delivery, "shopId"> & {
  readonly outcome: string | null;
  readonly processedAt: Date | null;
  readonly dismissedBy: string | null;
};

/** Retries a failed delivery, dismissed or not. False if there is none. */
export async function retryFailedDelivery(tx: Db, key: DeliveryKey, now: Date): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set({ status: "waiting", attempts: 0, nextAttemptAt: now, processedAt: null, dismissedBy: null })
    .where(and(isKey(key), isFailed))
    .returning({ topic: deliveries.topic });
  return rows.length > 0;
}

/** Dismisses a failed delivery. Its error stays. False if there is none. */
export async function dismissFailedDelivery(
  tx: Db,
  key: DeliveryKey,
  by: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set({ status: "dismissed", processedAt: now, dismissedBy: by })
    .where(and(isKey(key), isFailedDelivery(key.shopId)))
    .returning({ topic: deliveries.topic });
  return rows.length > 0;
}

/** Retries all failed deliveries of a shop that nobody dismissed. Returns how many. */
export async function retryAllFailedDeliveries(tx: Db, shopId: ShopId, now: Date): Promise<number> {
  const rows = await tx
    .update(deliveries)
    .set({ status: "waiting", attempts: 0, nextAttemptAt: now })
    .where(isFailedDelivery(shopId))
    .returning({ topic: deliveries.topic });
  return rows.length;
}

/** Failed deliveries of a shop, newest first. */
export async function listFailedDeliveries(
  db: Db,
  shopId: ShopId,
  limit: number,
  offset = 0,
): Promise<FailedDeliveryRow[]> {
  return db
    .select(failedDeliveryColumns)
    .from(deliveries)
    .where(isFailedDelivery(shopId))
    .orderBy(desc(deliveries.receivedAt), desc(deliveries.topic), desc(deliveries.webhookId))
    .limit(limit)
    .offset(offset);
}

/** One failed delivery, dismissed or not, or null. */
export async function findFailedDelivery(db: Db, key: DeliveryKey): Promise<FailedDeliveryRow | null> {
  const [row] = await db
    .select(failedDeliveryColumns)
    .from(deliveries)
    .where(and(isKey(key), isFailed));
  return row ?? null;
}

/** Above this, a list reports the number as a minimum. */
const countedUpTo = 10_000;

/** One row for each failed delivery of a shop, at most 10,000, to be counted. */
export function failedDeliveriesFound(db: Db, shopId: ShopId) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(deliveries)
    .where(isFailedDelivery(shopId))
    .limit(countedUpTo);
}

/** Number of a shop's failed deliveries, counted up to 10,000. */
export async function countFailedDeliveries(db: Db, shopId: ShopId): Promise<number> {
  const found = failedDeliveriesFound(db, shopId).as("found");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}

const { shopId: _known, ...ofDelivery } = deliveryColumns;
const failedDeliveryColumns = {
  ...ofDelivery,
  outcome: deliveries.outcome,
  processedAt: deliveries.processedAt,
  dismissedBy: deliveries.dismissedBy,
};

const isFailed = inArray(deliveries.status, ["failed", "dismissed"]);

// The status is a literal, because with a parameter the partial index can't be used.
function isFailedDelivery(shopId: ShopId) {
  return and(eq(deliveries.shopId, shopId), sql`${deliveries.status} = 'failed'`);
}
