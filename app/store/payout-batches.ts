import { and, desc, eq, ilike, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { isIdOf, type PayoutBatchId, type ShopId } from "../domain/ids.ts";
import type { BatchStatus } from "../domain/payouts/batch.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { payoutBatches, payoutItems } from "./schema/payouts.ts";

export type PayoutBatch = typeof payoutBatches.$inferSelect;
type NewBatch = typeof payoutBatches.$inferInsert;

export type BatchFilter = {
  /** Where it stands; `waiting` for a person: for a yes, or with something that went wrong. */
  readonly status?: BatchStatus | "waiting" | undefined;
  readonly method?: PayoutMethod | undefined;
  readonly currency?: string | undefined;
  /** Part of the batch's id, or of the name of who made it. */
  readonly search?: string | undefined;
};

/** Makes a batch; false where the schedule's day, method and currency have one already. */
export async function insertBatch(tx: Tx, row: NewBatch): Promise<boolean> {
  const made = await tx
    .insert(payoutBatches)
    .values(row)
    .onConflictDoNothing()
    .returning({ batchId: payoutBatches.batchId });
  return made.length > 0;
}

/** One batch, or null. */
export async function findBatch(db: Db, shopId: ShopId, batchId: string): Promise<PayoutBatch | null> {
  if (!isIdOf("payoutBatch", batchId)) return null;
  const [row] = await db.select().from(payoutBatches).where(byId(shopId, batchId));
  return row ?? null;
}

/** The same, held until the transaction ends. */
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

type Page = { readonly filter: BatchFilter; readonly limit: number; readonly offset: number };
/** The last batch that was shown. */
export type BatchPosition = { readonly at: Date; readonly id: string };

/** Batches, newest first; below a position, or after so many. */
export async function listBatches(
  db: Db,
  shopId: ShopId,
  { filter, limit, offset }: Page,
  below?: BatchPosition,
): Promise<PayoutBatch[]> {
  const { createdAt, batchId } = payoutBatches;
  const isBelow =
    below &&
    or(lt(createdAt, below.at), and(eq(createdAt, below.at), lt(batchId, below.id as PayoutBatchId)));
  return db
    .select()
    .from(payoutBatches)
    .where(and(filterOf(shopId, filter), isBelow))
    .orderBy(desc(createdAt), desc(batchId))
    .limit(limit)
    .offset(below ? 0 : offset);
}

export async function countBatches(db: Db, shopId: ShopId, filter: BatchFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payoutBatches)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
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

const isWaiting = or(
  eq(payoutBatches.status, "planned"),
  and(inArray(payoutBatches.status, ["planning", "cancelling", "sending"]), ne(payoutBatches.error, "")),
);

function filterOf(shopId: ShopId, { status, method, currency, search }: BatchFilter): SQL | undefined {
  const pattern = search && holding(search);
  return and(
    eq(payoutBatches.shopId, shopId),
    status === "waiting" ? isWaiting : status && eq(payoutBatches.status, status),
    method ? eq(payoutBatches.method, method) : undefined,
    currency ? eq(payoutBatches.currency, currency) : undefined,
    pattern
      ? or(
          ilike(payoutBatches.batchId, pattern),
          ilike(payoutBatches.scheduleKey, pattern),
          sql`${payoutBatches.createdBy} ->> 'name' ilike ${pattern}`,
        )
      : undefined,
  );
}

function byId(shopId: ShopId, batchId: string) {
  return and(eq(payoutBatches.shopId, shopId), eq(payoutBatches.batchId, batchId as PayoutBatchId));
}
