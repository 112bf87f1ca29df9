import { setTimeout as wait } from "node:timers/promises";
import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { canonicalText } from "../domain/plain.ts";
import { hashToken } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { orders } from "./schema/orders.ts";

export type OrderRow = typeof orders.$inferSelect;
export type OrderValues = typeof orders.$inferInsert;

/** Reason of a row that was created only to be locked. */
export const notSeenReason = "order-not-seen";

/**
 * Locks orders in the order of their ids until the transaction ends. New orders are returned as blank rows that
 * are not stored yet, and no other worker can create them meanwhile.
 */
export async function lockOrders(
  tx: Tx,
  shopId: ShopId,
  lock: { readonly orderIds: readonly string[]; readonly currency: string; readonly now: Date },
): Promise<Map<string, OrderRow>> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${shopId} || ' ' || id, 0) as key
      from unnest(${sql.param([...lock.orderIds])}::text[]) as id order by 1
    ) as keys`);
  const known = await lockKnownOrders(tx, shopId, lock.orderIds);
  return new Map(lock.orderIds.map((id) => [id, known.get(id) ?? blankOrder(shopId, id, lock)]));
}

function blankOrder(shopId: ShopId, orderId: string, lock: { currency: string; now: Date }): OrderRow {
  const { now, currency } = lock;
  return {
    shopId,
    orderId,
    name: `#${orderId}`,
    placedAt: now,
    changedAt: new Date(0),
    facts: {},
    factsHash: "",
    currency,
    netMinor: 0n,
    commissionMinor: 0n,
    credited: false,
    reason: notSeenReason,
    affiliateId: null,
    programId: null,
    programVersion: null,
    attribution: {},
    customerHash: null,
    signals: [],
    lostWithout: [],
    elsewhereWithout: [],
    counted: {},
    revision: 0,
    firstSeenAt: now,
    processedAt: now,
  };
}

/**
 * Locks existing orders. Adding a manual commission that names one of them, with its affiliate locked, does not
 * wait for this lock: its foreign key only needs the order's key.
 */
export async function lockKnownOrders(
  tx: Tx,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, OrderRow>> {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shopId), isOneOf(orders.orderId, orderIds)))
    .orderBy(asc(orders.orderId))
    .for("no key update");
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Counts a posting about these locked orders (M3). */
export async function raiseRevisions(tx: Tx, shopId: ShopId, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .update(orders)
    .set({ revision: sql`${orders.revision} + 1` })
    .where(and(eq(orders.shopId, shopId), inArray(orders.orderId, [...orderIds])));
}

/** Saves locked orders. */
export async function saveOrders(tx: Tx, rows: readonly OrderValues[]): Promise<void> {
  await insertRows(tx, orders, rows, saved);
}

const savedColumns = [
  "name",
  "placedAt",
  "changedAt",
  "facts",
  "factsHash",
  "currency",
  "netMinor",
  "commissionMinor",
  "credited",
  "reason",
  "affiliateId",
  "programId",
  "programVersion",
  "attribution",
  "customerHash",
  "signals",
  "lostWithout",
  "elsewhereWithout",
  "counted",
  "revision",
  "processedAt",
] as const;

const savedNames = savedColumns.map((column) => orders[column].name);
const saved = sql.raw(
  `on conflict (shop_id, order_id) do update set ${savedNames.map((name) => `${name} = excluded.${name}`).join(", ")}`,
);

/** An order, or null if the shop has none with that id or the text is no id. */
export async function findOrder(db: Db, shopId: ShopId, orderId: string): Promise<OrderRow | null> {
  if (!/^\d{1,30}$/.test(orderId)) return null;
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.orderId, orderId), ne(orders.reason, notSeenReason)));
  return row ?? null;
}

/** Stores a person's decision about the credit of a locked order (M12). The caller then settles the order. */
export async function setAttribution(
  tx: Tx,
  shopId: ShopId,
  order: { readonly orderId: string; readonly attribution: Record<string, unknown> },
): Promise<void> {
  await tx
    .update(orders)
    .set({ attribution: order.attribution })
    .where(and(eq(orders.shopId, shopId), eq(orders.orderId, order.orderId)));
}

/** An order by id or name, with or without "#", or null. */
export async function findOrderNamed(db: Db, shopId: ShopId, text: string): Promise<OrderRow | null> {
  const name = text.trim().replace(/^#/, "");
  const byNumber = await findOrder(db, shopId, name);
  if (byNumber) return byNumber;
  const [row] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        inArray(orders.name, [name, `#${name}`]),
        ne(orders.reason, notSeenReason),
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(1);
  return row ?? null;
}

/** Orders by id. */
export async function findOrders(db: Db, shopId: ShopId, orderIds: readonly string[]): Promise<OrderRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shopId), inArray(orders.orderId, [...orderIds])));
}

/** A hash of an order's facts. Equal for equal facts, both parsed and in their stored form. */
export function hashOfFacts(facts: unknown): string {
  return hashToken(canonicalText(facts));
}

const longestMs = 30_000;
const lookMs = 100;

/**
 * Waits until every transaction that holds orders now has ended. Call it after writing data that orders
 * depend on, and look for affected orders afterwards: earlier transactions are visible then, and later ones
 * read the new data. No transaction waits for a caller of this.
 * @throws Error if one stays open for too long. The caller retries.
 */
export async function afterOpenOrders(db: Db): Promise<void> {
  const open = await openTransactions(db);
  for (let waited = 0; open.size > 0; waited += lookMs) {
    if (waited >= longestMs) throw new Error("Orders are being taken into the books for too long.");
    await wait(lookMs);
    const still = await openTransactions(db);
    for (const name of open) if (!still.has(name)) open.delete(name);
  }
}

/**
 * Names that no other transaction ever has. A transaction that locks, writes or references an order has such
 * a lock on their table.
 */
async function openTransactions(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct virtualtransaction as name from pg_locks
    where locktype = 'relation' and relation = 'orders'::regclass and granted
      and mode in ('RowShareLock', 'RowExclusiveLock')
      and database = (select oid from pg_database where datname = current_database())`);
  return new Set(rows.map((row) => row.name));
}
