import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { type ImportId, isIdOf, type ShopId, type SweepId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { notSeenReason } from "./orders.ts";
import { type FoundOrder, sweeps } from "./schema/attribution.ts";
import { orderImports } from "./schema/backtests.ts";
import { orders } from "./schema/orders.ts";

export type { FoundOrder };
export type Sweep = typeof sweeps.$inferSelect;

export async function insertSweep(tx: Tx, row: typeof sweeps.$inferInsert): Promise<void> {
  await tx.insert(sweeps).values(row);
}

export async function findSweep(db: Db, shopId: ShopId, sweepId: string): Promise<Sweep | null> {
  if (!isIdOf("sweep", sweepId)) return null;
  const [row] = await db
    .select()
    .from(sweeps)
    .where(and(eq(sweeps.shopId, shopId), eq(sweeps.sweepId, sweepId as SweepId)));
  return row ?? null;
}

/** The sweeps of a shop, newest first. */
export async function listSweeps(db: Db, shopId: ShopId, limit: number): Promise<Sweep[]> {
  return await db
    .select()
    .from(sweeps)
    .where(eq(sweeps.shopId, shopId))
    .orderBy(desc(sweeps.startedAt), desc(sweeps.sweepId))
    .limit(limit);
}

type SweepChange = Partial<
  Pick<Sweep, "status" | "toAt" | "looked" | "missing" | "stale" | "found" | "error" | "finishedAt">
>;

/** Saves the progress of a sweep. One that has ended stays as it is. */
export async function noteSweep(
  db: Db,
  { shopId, sweepId }: Pick<Sweep, "shopId" | "sweepId">,
  change: SweepChange,
): Promise<void> {
  await db
    .update(sweeps)
    .set(change)
    .where(and(eq(sweeps.shopId, shopId), eq(sweeps.sweepId, sweepId), eq(sweeps.status, "running")));
}

/** Deletes the sweeps of a shop that began before an instant. */
export async function dropSweeps(tx: Tx, shopId: ShopId, before: Date): Promise<void> {
  await tx.delete(sweeps).where(and(eq(sweeps.shopId, shopId), lt(sweeps.startedAt, before)));
}

/** The shop is due if its newest sweep began before this instant, by that sweep's status. */
export type DueBefore = Readonly<Record<Sweep["status"], Date>>;

/** Shops with the app that are due for a sweep, longest waiting first. */
export async function listShopsToSweep(db: Db, before: DueBefore): Promise<ShopId[]> {
  const { rows } = await db.execute<{ shop: ShopId }>(sql`
    select shop_id as shop from shops left join lateral (
      select status, started_at from sweeps where sweeps.shop_id = shops.shop_id order by started_at desc limit 1
    ) newest on true
    where installed_at is not null and uninstalled_at is null and redacted_at is null
      and (started_at is null or started_at <= case newest.status
        when 'done' then ${before.done.toISOString()}::timestamptz
        when 'failed' then ${before.failed.toISOString()}::timestamptz
        else ${before.running.toISOString()}::timestamptz end)
    order by started_at nulls first, shop_id`);
  return rows.map((row) => row.shop);
}

/** The stored state of an order, as far as Shopify's list of orders has it too. */
export type KnownState = {
  readonly orderId: string;
  readonly changedAt: Date;
  readonly financialStatus: string | null;
  readonly cancelled: boolean;
  readonly dispute: string | null;
  /** Credited, but without its sales channel or its customer's order number from Shopify. */
  readonly isUnnumbered: boolean;
};

/** Known orders among those named. An order known only from a refund is not included. */
export async function knownStates(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, KnownState>> {
  const rows = await db
    .select({
      orderId: orders.orderId,
      changedAt: orders.changedAt,
      financialStatus: sql<string | null>`${orders.facts} ->> 'financialStatus'`,
      cancelled: sql<boolean>`${orders.facts} ->> 'cancelledAt' is not null`,
      dispute: sql<string | null>`${orders.facts} ->> 'dispute'`,
      isUnnumbered: sql<boolean>`${orders.credited} and (${orders.facts} ->> 'channelName' is null
        or ${orders.facts} ->> 'customerId' is not null and ${orders.facts} ->> 'customerOrderIndex' is null)`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        isOneOf(orders.orderId, orderIds),
        sql`${orders.reason} <> ${notSeenReason}`,
      ),
    );
  return new Map(rows.map((row) => [row.orderId, row]));
}

export type OrderImport = typeof orderImports.$inferSelect;

export async function insertImport(tx: Tx, row: typeof orderImports.$inferInsert): Promise<void> {
  await tx.insert(orderImports).values(row);
}

/** An import of the shop, or null. */
export async function findImport(db: Db, shopId: ShopId, importId: string): Promise<OrderImport | null> {
  if (!isIdOf("import", importId)) return null;
  const [row] = await db
    .select()
    .from(orderImports)
    .where(and(eq(orderImports.shopId, shopId), eq(orderImports.importId, importId as ImportId)));
  return row ?? null;
}

/** The imports of a shop, newest first. */
export async function listImports(db: Db, shopId: ShopId, limit: number): Promise<OrderImport[]> {
  return await db
    .select()
    .from(orderImports)
    .where(eq(orderImports.shopId, shopId))
    .orderBy(desc(orderImports.createdAt), desc(orderImports.importId))
    .limit(limit);
}

type ImportChange = Partial<
  Pick<OrderImport, "status" | "operationId" | "ordersDone" | "ordersTotal" | "error" | "finishedAt">
>;

/** Saves the progress of an import. One that has ended stays as it is. */
export async function noteImport(
  db: Db,
  shopId: ShopId,
  importId: ImportId,
  change: ImportChange,
): Promise<void> {
  await db
    .update(orderImports)
    .set(change)
    .where(
      and(
        eq(orderImports.shopId, shopId),
        eq(orderImports.importId, importId),
        inArray(orderImports.status, ["waiting", "running"]),
      ),
    );
}

/** Deletes the imports of a shop. */
export async function dropImports(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(orderImports).where(eq(orderImports.shopId, shopId));
}
