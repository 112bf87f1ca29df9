import { and, eq, inArray, sql } from "drizzle-orm";
import { isIdOf, type PayoutBatchId, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutBatches, payoutItems } from "./schema/payouts.ts";

export type PayoutBatch = typeof payoutBatches.$inferSelect;
type NewBatch = typeof payoutBatches.$inferInsert;

/** Inserts a batch. Throws on a second one for a schedule's day, method and currency. */
export async function insertBatch(tx: Tx, row: NewBatch): Promise<void> {
  await tx.insert(payoutBatches).values(row);
}

/** One batch, or null. */
export async function findBatch(db: Db, shopId: ShopId, batchId: string): Promise<PayoutBatch | null> {
  if (!isIdOf("payoutBatch", batchId)) return null;
  const [row] = await db.select().from(payoutBatches).where(byId(shopId, batchId));
  return row ?? null;
}

/** Locks a batch until the transaction ends. */
export async function lockBatch(tx: Tx, shopId: ShopId, batchId: string): Promise<PayoutBatch | null> {
  if (!isIdOf("payoutBatch", batchId)) return null;
  const [row] = await tx.select().from(payoutBatches).where(byId(shopId, batchId)).for("no key update");
  return row ?? null;
}

export type BatchChange = Partial<
  Pick<
    NewBatch,
    | "status"
    | "plannedUpTo"
    | "itemCount"
    | "totalMinor"
    | "expectedCount"
    | "expectedMinor"
    | "confirmedBy"
    | "confirmedAt"
    | "needsApproval"
    | "approvedBy"
    | "approvedAt"
    | "finishedAt"
    | "error"
  >
>;

export async function changeBatch(
  tx: Db,
  shopId: ShopId,
  batchId: PayoutBatchId,
  change: BatchChange,
): Promise<void> {
  await tx.update(payoutBatches).set(change).where(byId(shopId, batchId));
}

/** The batches of all shops that a worker has to go on with. */
export async function unfinishedPlans(
  db: Db,
): Promise<{ readonly shopId: ShopId; readonly batchId: PayoutBatchId }[]> {
  const { shopId, batchId, status } = payoutBatches;
  return db
    .select({ shopId, batchId })
    .from(payoutBatches)
    .where(inArray(status, ["planning", "cancelling"]));
}

/** The batches of all shops that are being sent. */
export async function sendingBatches(
  db: Db,
): Promise<{ readonly shopId: ShopId; readonly batchId: PayoutBatchId }[]> {
  const { shopId, batchId, status } = payoutBatches;
  return db.select({ shopId, batchId }).from(payoutBatches).where(eq(status, "sending"));
}

/** How many items of a batch are in each state, and what they come to. Minor units. */
export type StateSum = { readonly status: string; readonly count: number; readonly totalMinor: bigint };

export async function stateSums(db: Db, shopId: ShopId, batchId: PayoutBatchId): Promise<StateSum[]> {
  const rows = await db
    .select({
      status: payoutItems.status,
      count: sql<number>`count(*)::int`,
      sum: sql<string>`sum(${payoutItems.amountMinor})::text`,
    })
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.batchId, batchId)))
    .groupBy(payoutItems.status);
  return rows.map(({ status, count, sum }) => ({ status, count, totalMinor: BigInt(sum) }));
}

function byId(shopId: ShopId, batchId: string) {
  return and(eq(payoutBatches.shopId, shopId), eq(payoutBatches.batchId, batchId as PayoutBatchId));
}
