import {
  isIdOf,
  type PayoutBatchId,
  type PayoutChunkId,
  type PaypalAccountId,
  type ShopId,
} from "../domain/ids.ts";
import type { ChunkNeed, ChunkStatus } from "../domain/payouts/chunk.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import { decrypt, encrypt, hashToken } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { insertRows } from "./many-rows.ts";
import { payoutBatches, payoutChunks, payoutItems } from "./schema/payouts.ts";

export type PayoutChunk = typeof payoutChunks.$inferSelect;

const chunkById = (shopId: ShopId, chunkId: PayoutChunkId) =>
  and(eq(payoutChunks.shopId, shopId), eq(payoutChunks.chunkId, chunkId));

/** Inserts frozen requests and files. */
export async function insertChunks(
  tx: Tx,
  rows: readonly (typeof payoutChunks.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, payoutChunks, rows);
}

/** The ordinal of a locked section's next request or file. */
export async function nextOrdinal(tx: Tx, shopId: ShopId, batchId: PayoutBatchId): Promise<number> {
  const [row] = await tx
    .select({ highest: sql<number>`coalesce(max(${payoutChunks.ordinal}), 0)::int` })
    .from(payoutChunks)
    .where(and(eq(payoutChunks.shopId, shopId), eq(payoutChunks.batchId, batchId)));
  return (row?.highest ?? 0) + 1;
}

/** One request or file, or null. */
export async function findChunk(db: Db, shopId: ShopId, chunkId: string): Promise<PayoutChunk | null> {
  if (!isIdOf("payoutChunk", chunkId)) return null;
  const [row] = await db
    .select()
    .from(payoutChunks)
    .where(chunkById(shopId, chunkId as PayoutChunkId));
  return row ?? null;
}

/** Locks a request or file until the transaction ends. Lock it before its payments. */
export async function lockChunk(tx: Tx, shopId: ShopId, chunkId: string): Promise<PayoutChunk | null> {
  if (!isIdOf("payoutChunk", chunkId)) return null;
  const [row] = await tx
    .select()
    .from(payoutChunks)
    .where(chunkById(shopId, chunkId as PayoutChunkId))
    .for("no key update");
  return row ?? null;
}

export type ChunkChange = Partial<
  Pick<
    PayoutChunk,
    | "status"
    | "accountId"
    | "intentAccount"
    | "seenBefore"
    | "providerId"
    | "attempts"
    | "wasInDoubt"
    | "firstTriedAt"
    | "lastTriedAt"
    | "nextAt"
    | "error"
    | "sealedFile"
    | "fileHash"
    | "waitsFor"
  >
>;

/** Columns of an ended request or file. Nothing in it is tried again. */
export const endedChunk = {
  status: "settled",
  intentAccount: "",
  error: "",
  waitsFor: "",
} as const satisfies ChunkChange;

/** Updates a request or file. The caller has locked its row. */
export async function changeChunk(
  tx: Tx,
  shopId: ShopId,
  chunkId: PayoutChunkId,
  change: ChunkChange,
): Promise<void> {
  await tx.update(payoutChunks).set(change).where(chunkById(shopId, chunkId));
}

type ChunksOfBatchInput = {
  readonly batchId: PayoutBatchId;
  readonly status?: ChunkStatus | undefined;
  /** Continues after this ordinal. */
  readonly after: number;
  readonly offset?: number;
  readonly limit: number;
};

/** The requests and files of a section, in their order. */
export async function chunksOfBatch(
  db: Db,
  shopId: ShopId,
  asked: ChunksOfBatchInput,
): Promise<PayoutChunk[]> {
  return db
    .select()
    .from(payoutChunks)
    .where(
      and(
        eq(payoutChunks.shopId, shopId),
        eq(payoutChunks.batchId, asked.batchId),
        gt(payoutChunks.ordinal, asked.after),
        asked.status ? eq(payoutChunks.status, asked.status) : undefined,
      ),
    )
    .orderBy(asc(payoutChunks.ordinal))
    .limit(asked.limit)
    .offset(asked.offset ?? 0);
}

/** Requests and files of a section: first those that may need a person, then the others in their order. */
export async function chunksInTrouble(
  db: Db,
  shopId: ShopId,
  { batchId, limit }: { readonly batchId: PayoutBatchId; readonly limit: number },
): Promise<PayoutChunk[]> {
  const { status, ordinal } = payoutChunks;
  return db
    .select()
    .from(payoutChunks)
    .where(and(eq(payoutChunks.shopId, shopId), eq(payoutChunks.batchId, batchId)))
    .orderBy(desc(sql`${status} in ('refused', 'unknown', 'person')`), asc(ordinal))
    .limit(limit);
}

/** The requests and files of a section that have not ended. */
export async function openChunks(db: Db, shopId: ShopId, batchId: PayoutBatchId): Promise<PayoutChunk[]> {
  return db
    .select()
    .from(payoutChunks)
    .where(
      and(
        eq(payoutChunks.shopId, shopId),
        eq(payoutChunks.batchId, batchId),
        ne(payoutChunks.status, "settled"),
      ),
    )
    .orderBy(asc(payoutChunks.ordinal));
}

/** Retries requests that waited for this need, now that it is met. */
export async function hastenWaiting(db: Db, shopId: ShopId, need: ChunkNeed, now: Date): Promise<void> {
  await db
    .update(payoutChunks)
    .set({ nextAt: now })
    .where(
      and(
        eq(payoutChunks.shopId, shopId),
        eq(payoutChunks.status, "refused"),
        eq(payoutChunks.waitsFor, need),
      ),
    );
}

/** Number of a section's requests and files, by status. */
export async function countChunks(
  db: Db,
  shopId: ShopId,
  batchId: PayoutBatchId,
): Promise<{ readonly status: PayoutChunk["status"]; readonly count: number }[]> {
  return db
    .select({ status: payoutChunks.status, count: sql<number>`count(*)::int` })
    .from(payoutChunks)
    .where(and(eq(payoutChunks.shopId, shopId), eq(payoutChunks.batchId, batchId)))
    .groupBy(payoutChunks.status);
}

export type DueChunk = {
  readonly shopId: ShopId;
  readonly chunkId: PayoutChunkId;
  readonly method: PayoutMethod;
};

/** Due requests of all shops, oldest first. Claims nothing. */
export async function dueChunks(
  db: Db,
  asked: { readonly now: Date; readonly limit: number },
): Promise<DueChunk[]> {
  return (
    db
      .select({
        shopId: payoutChunks.shopId,
        chunkId: payoutChunks.chunkId,
        method: payoutBatches.method,
      })
      .from(payoutChunks)
      .innerJoin(
        payoutBatches,
        and(eq(payoutBatches.shopId, payoutChunks.shopId), eq(payoutBatches.batchId, payoutChunks.batchId)),
      )
      // Bank files are sent by the person who downloads them, not by a worker.
      .where(
        and(lte(payoutChunks.nextAt, asked.now), inArray(payoutBatches.method, ["paypal", "store_credit"])),
      )
      .orderBy(asc(payoutChunks.nextAt))
      .limit(asked.limit)
  );
}

/**
 * Has a worker check a request now because its provider reported on it. A request with an attempt running keeps
 * its lease, and one that was never tried is left alone. True if a worker will check it.
 */
export async function hasten(
  tx: Db,
  shopId: ShopId,
  chunkId: PayoutChunkId,
  told: { readonly now: Date; readonly providerId: string },
): Promise<boolean> {
  const now = sql`${told.now.toISOString()}::timestamptz`;
  const { providerId, nextAt, status } = payoutChunks;
  const rows = await tx
    .update(payoutChunks)
    .set({
      providerId: sql`case when ${providerId} = '' then ${told.providerId} else ${providerId} end`,
      nextAt: sql`case when ${status} = 'sending' then ${nextAt} else least(coalesce(${nextAt}, ${now}), ${now}) end`,
    })
    .where(and(chunkById(shopId, chunkId), ne(status, "ready")))
    .returning({ chunkId: payoutChunks.chunkId });
  return rows.length > 0;
}

/** The shops whose payments wait until PayPal is connected. */
export async function shopsWaitingForPaypal(db: Db): Promise<ShopId[]> {
  const { shopId, batchId, status, waitsFor, nextAt } = payoutChunks;
  // The join reads by payout_batches_open instead of every chunk ever sent.
  const isSending = and(
    eq(payoutBatches.shopId, shopId),
    eq(payoutBatches.batchId, batchId),
    eq(payoutBatches.status, "sending"),
  );
  const rows = await db
    .selectDistinct({ shopId })
    .from(payoutChunks)
    .innerJoin(payoutBatches, isSending)
    .where(and(eq(waitsFor, "paypal_account"), eq(status, "refused"), isNull(nextAt)))
    .orderBy(asc(shopId));
  return rows.map((row) => row.shopId);
}

/** Retries requests that an account left in doubt, now that it sends again. */
export async function hastenDoubtsOf(
  db: Db,
  { shopId, accountId }: { readonly shopId: ShopId; readonly accountId: PaypalAccountId },
  now: Date,
): Promise<void> {
  await db
    .update(payoutChunks)
    .set({ nextAt: now })
    .where(
      and(
        eq(payoutChunks.shopId, shopId),
        eq(payoutChunks.accountId, accountId),
        eq(payoutChunks.status, "unknown"),
      ),
    );
}

/** Stops asking PayPal about payments from an account. */
export async function stopAskingAbout(
  tx: Tx,
  { shopId, accountId }: { readonly shopId: ShopId; readonly accountId: PaypalAccountId },
): Promise<void> {
  await tx
    .update(payoutChunks)
    .set({ nextAt: null })
    .where(and(eq(payoutChunks.shopId, shopId), eq(payoutChunks.accountId, accountId)));
}

const contextOf = (shopId: ShopId, chunkId: PayoutChunkId) => `payout-chunk:${shopId}:${chunkId}`;

/** Seals a content for its chunk, with what it is recognised by. */
export function sealContent(shopId: ShopId, chunkId: PayoutChunkId, content: string) {
  return {
    sealedContent: encrypt(content, contextOf(shopId, chunkId)),
    contentHash: hashToken(content),
  };
}

type Sealed = Pick<PayoutChunk, "shopId" | "chunkId" | "sealedContent" | "contentHash">;

/** Opens what `sealContent` sealed. @throws where it is not what was frozen. */
export function openContent({ shopId, chunkId, sealedContent, contentHash }: Sealed): string {
  const content = decrypt(sealedContent, contextOf(shopId, chunkId));
  if (hashToken(content) !== contentHash) throw new Error("A chunk's content is not what was frozen.");
  return content;
}

const fileContextOf = (shopId: ShopId, chunkId: PayoutChunkId) => `payout-file:${shopId}:${chunkId}`;

/** Seals the file that a bank's chunk is handed over as. */
export function sealFile(shopId: ShopId, chunkId: PayoutChunkId, file: string) {
  return { sealedFile: encrypt(file, fileContextOf(shopId, chunkId)), fileHash: hashToken(file) };
}

type SealedFile = Pick<PayoutChunk, "shopId" | "chunkId" | "sealedFile" | "fileHash">;

/** Opens what `sealFile` sealed. @throws where it is not what was handed over. */
export function openFile({ shopId, chunkId, sealedFile, fileHash }: SealedFile): string {
  const file = decrypt(sealedFile, fileContextOf(shopId, chunkId));
  if (hashToken(file) !== fileHash) throw new Error("A file is not what was handed over.");
  return file;
}

/** False for a content or file that was changed, or that this process has no key to. */
export function isAsFrozen(chunk: Sealed & SealedFile): boolean {
  try {
    openContent(chunk);
    if (chunk.sealedFile !== "" || chunk.fileHash !== "") openFile(chunk);
    return true;
  } catch {
    return false;
  }
}

export type PayoutBatch = typeof payoutBatches.$inferSelect;
type NewBatch = typeof payoutBatches.$inferInsert;

/** Inserts a batch. Throws on a second one for a schedule's day, method and currency. */
export async function insertBatch(tx: Tx, row: NewBatch): Promise<void> {
  await tx.insert(payoutBatches).values(row);
}

/** One batch, or null. */
export async function findBatch(db: Db, shopId: ShopId, batchId: string): Promise<PayoutBatch | null> {
  if (!isIdOf("payoutBatch", batchId)) return null;
  const [row] = await db.select().from(payoutBatches).where(batchById(shopId, batchId));
  return row ?? null;
}

/** Locks a batch until the transaction ends. */
export async function lockBatch(tx: Tx, shopId: ShopId, batchId: string): Promise<PayoutBatch | null> {
  if (!isIdOf("payoutBatch", batchId)) return null;
  const [row] = await tx.select().from(payoutBatches).where(batchById(shopId, batchId)).for("no key update");
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
  await tx.update(payoutBatches).set(change).where(batchById(shopId, batchId));
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

function batchById(shopId: ShopId, batchId: string) {
  return and(eq(payoutBatches.shopId, shopId), eq(payoutBatches.batchId, batchId as PayoutBatchId));
}
