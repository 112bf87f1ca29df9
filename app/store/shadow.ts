import { and, asc, eq, gt, gte, isNull, lt, lte, sql } from "drizzle-orm";
import type { FileImportId, ShopId } from "../domain/ids.ts";
import type { ShadowDates } from "../domain/shadow/shadow-mode.ts";
import { type Db, plannedSelect, type Tx } from "../platform/db.server.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { orders } from "./schema/orders.ts";
import { shadowCommissions, shadowModes } from "./schema/shadow.ts";

export type ShadowCommission = typeof shadowCommissions.$inferSelect;

function selectDates(on: Db, shopId: ShopId) {
  const { startedAt, liveFrom, completedAt } = shadowModes;
  return on
    .select({ startedAt, liveFrom, completedAt })
    .from(shadowModes)
    .where(eq(shadowModes.shopId, shopId));
}

const datesOfShop = plannedSelect(({ shopId }: { shopId: ShopId }, on) => selectDates(on, shopId));

/** The dates of a store's switch from another app. Null for a store that never was in shadow mode. */
export async function findShadow(db: Db, shopId: ShopId): Promise<ShadowDates | null> {
  const [row] = await datesOfShop(db, { shopId });
  return row ?? null;
}

/** As `findShadow`, locked until the transaction ends. */
export async function lockShadow(tx: Tx, shopId: ShopId): Promise<ShadowDates | null> {
  const [row] = await selectDates(tx, shopId).for("update");
  return row ?? null;
}

export async function insertShadow(tx: Tx, shopId: ShopId, startedAt: Date): Promise<void> {
  await tx.insert(shadowModes).values({ shopId, startedAt });
}

export async function saveLiveFrom(tx: Tx, shopId: ShopId, liveFrom: Date): Promise<void> {
  await tx.update(shadowModes).set({ liveFrom }).where(eq(shadowModes.shopId, shopId));
}

/** Marks a live store's switch as complete, unless it is. `completedBy` is the import with the balances, if any. */
export async function completeShadow(
  tx: Tx,
  shopId: ShopId,
  { completedBy, now }: { readonly completedBy: FileImportId | null; readonly now: Date },
): Promise<void> {
  await tx
    .update(shadowModes)
    .set({ completedAt: now, completedBy })
    .where(
      and(eq(shadowModes.shopId, shopId), isNull(shadowModes.completedAt), lte(shadowModes.liveFrom, now)),
    );
}

/** Payouts wait again, because the import with the balances was undone. */
export async function reopenShadow(tx: Tx, shopId: ShopId, completedBy: FileImportId): Promise<void> {
  await tx
    .update(shadowModes)
    .set({ completedAt: null, completedBy: null })
    .where(and(eq(shadowModes.shopId, shopId), eq(shadowModes.completedBy, completedBy)));
}

/** True if the store's books have a commission or a balance, or an order that is credited here. */
export async function hasBooks(db: Db, shopId: ShopId): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(sql`
    select exists (select 1 from commissions where shop_id = ${shopId})
      or exists (select 1 from ledger_balances where shop_id = ${shopId} and balance_minor <> 0)
      or exists (select 1 from orders where shop_id = ${shopId} and credited) as any`);
  return rows[0]?.any ?? false;
}

/** True if the store has an order from this instant on. */
export async function hasOrderFrom(db: Db, shopId: ShopId, instant: Date): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(sql`
    select exists (select 1 from orders where shop_id = ${shopId} and placed_at >= ${instant.toISOString()}::timestamptz
      and reason <> 'order-not-seen') as any`);
  return rows[0]?.any ?? false;
}

/** Shadow commissions of these orders. */
export async function shadowCommissionsOf(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, ShadowCommission>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(shadowCommissions)
    .where(and(eq(shadowCommissions.shopId, shopId), isOneOf(shadowCommissions.orderId, orderIds)));
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Orders from an instant on that have a shadow commission. */
export async function shadowOrdersFrom(db: Db, shopId: ShopId, instant: Date): Promise<string[]> {
  const rows = await db
    .select({ orderId: shadowCommissions.orderId })
    .from(shadowCommissions)
    .where(and(eq(shadowCommissions.shopId, shopId), gte(shadowCommissions.placedAt, instant)))
    .orderBy(asc(shadowCommissions.orderId));
  return rows.map(({ orderId }) => orderId);
}

/** A place in the orders that earn something here, by their creation. */
export type ShadowCursor = { readonly placedAt: string; readonly orderId: string };

export type EarningOrder = Pick<
  ShadowCommission,
  "orderId" | "placedAt" | "affiliateId" | "currency" | "currentMinor" | "signals"
> & { readonly name: string };

/** A part of the orders of a span that earn something here, oldest first. */
export async function shadowEarnings(
  db: Db,
  shopId: ShopId,
  {
    from,
    until,
    after,
    limit,
  }: {
    readonly from: Date;
    readonly until: Date;
    readonly after: ShadowCursor | null;
    readonly limit: number;
  },
): Promise<EarningOrder[]> {
  const { orderId, placedAt, affiliateId, currency, currentMinor, signals } = shadowCommissions;
  return await db
    .select({ orderId, placedAt, affiliateId, currency, currentMinor, signals, name: orders.name })
    .from(shadowCommissions)
    .innerJoin(orders, and(eq(orders.shopId, shadowCommissions.shopId), eq(orders.orderId, orderId)))
    .where(
      and(
        eq(shadowCommissions.shopId, shopId),
        gt(currentMinor, 0n),
        gte(placedAt, from),
        lt(placedAt, until),
        after === null
          ? undefined
          : sql`(${placedAt}, ${orderId}) > (${after.placedAt}::timestamptz, ${after.orderId})`,
      ),
    )
    .orderBy(asc(placedAt), asc(orderId))
    .limit(limit);
}

/** The newest order that an import names, and the newest one that earns something in shadow mode. */
export async function newestOrders(
  db: Db,
  shopId: ShopId,
  importId: FileImportId,
): Promise<{ readonly inFile: Date | null; readonly earning: Date | null }> {
  const { rows } = await db.execute<{ file: string | null; earning: string | null }>(sql`
    select
      (select max(o.placed_at)::text from file_import_rows r
        join orders o on o.shop_id = r.shop_id and o.order_id = r.order_id
        where r.shop_id = ${shopId} and r.import_id = ${importId}) as file,
      (select max(placed_at)::text from shadow_commissions
        where shop_id = ${shopId} and current_minor > 0) as earning`);
  return { inFile: dateOf(rows[0]?.file), earning: dateOf(rows[0]?.earning) };
}

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);

/** Stores the current shadow commissions of some locked orders. */
export async function saveShadowCommissions(
  tx: Tx,
  rows: readonly (typeof shadowCommissions.$inferInsert)[],
): Promise<void> {
  await insertRows(
    tx,
    shadowCommissions,
    rows,
    sql`on conflict (shop_id, order_id) do update set placed_at = excluded.placed_at,
      affiliate_id = excluded.affiliate_id, program_id = excluded.program_id,
      program_version = excluded.program_version, currency = excluded.currency, earned_minor = excluded.earned_minor,
      current_minor = excluded.current_minor, reason = excluded.reason, signals = excluded.signals,
      inputs = excluded.inputs, calculated_at = excluded.calculated_at`,
  );
}

/** Deletes the shadow commissions of orders that are this app's after all. */
export async function deleteShadowCommissions(
  tx: Tx,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .delete(shadowCommissions)
    .where(and(eq(shadowCommissions.shopId, shopId), isOneOf(shadowCommissions.orderId, orderIds)));
}

/** Deletes what a shop's shadow mode calculated. The dates stay, because they decide about later messages. */
export async function dropShadowCommissions(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(shadowCommissions).where(eq(shadowCommissions.shopId, shopId));
}
