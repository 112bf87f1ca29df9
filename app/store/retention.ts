import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { pixelJoins } from "./schema/attribution.ts";
import { orders } from "./schema/orders.ts";
import { shops } from "./schema/shops.ts";

/** A shop's retention periods, except that of clicks, which end with their partitions. */
export type Retention = {
  readonly shopId: ShopId;
  readonly bodyDays: number;
  readonly pixelDays: number;
  readonly traceMonths: number;
};

export async function listRetentions(db: Db): Promise<Retention[]> {
  const { shopId, bodyDays, pixelDays, traceMonths } = shops;
  return db.select({ shopId, bodyDays, pixelDays, traceMonths }).from(shops).orderBy(shopId);
}

/** Deletes pixel events from before an instant. */
export async function dropPixelJoins(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db.delete(pixelJoins).where(and(eq(pixelJoins.shopId, shopId), lt(pixelJoins.receivedAt, before)));
}

/** An order's facts as stored, and their hash. */
export type StoredFacts = Pick<typeof orders.$inferSelect, "orderId" | "facts" | "factsHash">;

/** Some orders placed before an instant that still have hashes of their buyers, locked. */
export async function lockTracedOrders(
  tx: Tx,
  shopId: ShopId,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<StoredFacts[]> {
  const oldest = tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), lt(orders.placedAt, before), sql`${orders.facts} ? 'traces'`))
    .orderBy(orders.placedAt)
    .limit(limit);
  return tx
    .select({ orderId: orders.orderId, facts: orders.facts, factsHash: orders.factsHash })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), inArray(orders.orderId, oldest)))
    .orderBy(orders.orderId)
    .for("update");
}

/** Saves the remaining facts of locked orders with one statement. */
export async function saveFacts(tx: Tx, shopId: ShopId, left: readonly StoredFacts[]): Promise<void> {
  await tx.execute(sql`
    update orders set facts = given.facts, facts_hash = given."factsHash"
    from json_to_recordset(${JSON.stringify(left)}::json) as given ("orderId" text, facts jsonb, "factsHash" text)
    where orders.shop_id = ${shopId} and orders.order_id = given."orderId"`);
}

/** The longest attribution window of any terms version of the shop, in days. Zero without terms. */
export async function longestWindow(db: Db, shopId: ShopId): Promise<number> {
  const { rows } = await db.execute<{ days: number | null }>(sql`
    select max((terms ->> 'windowDays')::int) as days from program_versions where shop_id = ${shopId}`);
  return rows[0]?.days ?? 0;
}
