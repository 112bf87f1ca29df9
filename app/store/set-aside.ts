import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { type Delivery, deliveryColumns, type DeliveryKey, isKey } from "./inbox.ts";
import { deliveries } from "./schema/inbox.ts";

/** A delivery that waits for a person, or that one dismissed: why, and what of it can still be read. */
export type Quarantined = Omit<Delivery, "shopId"> & {
  readonly outcome: string | null;
  readonly processedAt: Date | null;
  readonly dismissedBy: string | null;
};

/** Lets a delivery that was set aside be tried again, dismissed or not; false when there is none. */
export async function retryQuarantined(tx: Db, key: DeliveryKey, now: Date): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set({ status: "waiting", attempts: 0, nextAttemptAt: now, processedAt: null, dismissedBy: null })
    .where(and(isKey(key), wasSetAside))
    .returning({ topic: deliveries.topic });
  return rows.length > 0;
}

/** Takes a delivery off the list of those that wait for a person; why it failed stays. False when there is none. */
export async function dismissQuarantined(tx: Db, key: DeliveryKey, by: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set({ status: "dismissed", processedAt: now, dismissedBy: by })
    .where(and(isKey(key), isQuarantined(key.shopId)))
    .returning({ topic: deliveries.topic });
  return rows.length > 0;
}

/** The same for all of a shop that nobody dismissed; answers how many there were. */
export async function retryEveryQuarantined(tx: Db, shopId: ShopId, now: Date): Promise<number> {
  const rows = await tx
    .update(deliveries)
    .set({ status: "waiting", attempts: 0, nextAttemptAt: now })
    .where(isQuarantined(shopId))
    .returning({ topic: deliveries.topic });
  return rows.length;
}

/** Deliveries of a shop that were set aside, newest first. */
export async function listQuarantined(
  db: Db,
  shopId: ShopId,
  limit: number,
  offset = 0,
): Promise<Quarantined[]> {
  return db
    .select(quarantinedColumns)
    .from(deliveries)
    .where(isQuarantined(shopId))
    .orderBy(desc(deliveries.receivedAt), desc(deliveries.topic), desc(deliveries.webhookId))
    .limit(limit)
    .offset(offset);
}

/** One delivery that was set aside, dismissed or not; null where there is none of that key. */
export async function findQuarantined(db: Db, key: DeliveryKey): Promise<Quarantined | null> {
  const [row] = await db
    .select(quarantinedColumns)
    .from(deliveries)
    .where(and(isKey(key), wasSetAside));
  return row ?? null;
}

/** How many a shop has set aside, counted no further than `upTo`. */
export async function countQuarantined(db: Db, shopId: ShopId, upTo: number): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(deliveries)
    .where(isQuarantined(shopId))
    .limit(upTo)
    .as("found");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}

const { shopId: _known, ...ofDelivery } = deliveryColumns;
const quarantinedColumns = {
  ...ofDelivery,
  outcome: deliveries.outcome,
  processedAt: deliveries.processedAt,
  dismissedBy: deliveries.dismissedBy,
};

const wasSetAside = inArray(deliveries.status, ["quarantined", "dismissed"]);

// Written out, because only a constant lets the partial index answer.
function isQuarantined(shopId: ShopId) {
  return and(eq(deliveries.shopId, shopId), sql`${deliveries.status} = 'quarantined'`);
}
