import type { ShopId } from "#app/domain/ids.ts";
import { type ChunkStatus, isCertainlyNotSent } from "#app/domain/payouts/chunk.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import {
  chunksInTrouble,
  chunksOfBatch,
  countChunks,
  findBatch,
  findChunk,
  type PayoutBatch,
  type PayoutChunk,
} from "#app/store/payout-chunks.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";
import { columnsOf } from "./bank-files.ts";

/** A part of a batch that is handed over at once, and what a person may do with it. */
export type BatchPart = ReturnType<typeof partOf>;

export type BatchParts = {
  readonly total: number;
  /** Those that a person has to do something about first, then the others in their order. */
  readonly parts: readonly BatchPart[];
};

type Of = Pick<PayoutBatch, "batchId" | "currency">;

const shown = 20;

/** The parts of a batch: all of a few, and of many those that need a person. */
export async function readParts(shopId: ShopId, batch: Of): Promise<BatchParts> {
  const [counts, chunks] = await Promise.all([
    countChunks(db(), shopId, batch.batchId),
    chunksInTrouble(db(), shopId, { batchId: batch.batchId, limit: shown }),
  ]);
  return { total: totalOf(counts), parts: chunks.map((chunk) => partOf(chunk, batch)) };
}

type PartsQuery = {
  readonly status: ChunkStatus | undefined;
  readonly page: number;
  readonly limit: number;
  /** The ordinal of the last part that was shown; it replaces the page. */
  readonly after: number | undefined;
};

/** One page of the parts of a batch in their order, and how many match. */
export async function listParts(
  shopId: ShopId,
  batch: Of,
  { status, page, limit, after }: PartsQuery,
): Promise<{ parts: BatchPart[]; total: number; next: number | null } | Refusal> {
  const { batchId } = batch;
  const offset = after === undefined ? (page - 1) * limit : 0;
  const asked = { batchId, status, after: after ?? 0, offset, limit: limit + 1 };
  return await readWithin(thisList, async (tx) => {
    const found = await chunksOfBatch(tx, shopId, asked);
    const { shown: chunks, last } = cutPage(found, limit);
    const counts = await countChunks(tx, shopId, batchId);
    const counted = counts.filter((one) => status === undefined || one.status === status);
    return {
      parts: chunks.map((chunk) => partOf(chunk, batch)),
      total: totalOf(counted),
      next: last?.ordinal ?? null,
    };
  });
}

/** One part, or a refusal. */
export async function readPart(shopId: ShopId, chunkId: string): Promise<BatchPart | Refusal> {
  const chunk = await findChunk(db(), shopId, chunkId);
  const batch = chunk && (await findBatch(db(), shopId, chunk.batchId));
  return batch ? partOf(chunk, batch) : refuse("not-found", "There is no such part of a batch");
}

function totalOf(counts: Awaited<ReturnType<typeof countChunks>>): number {
  return counts.reduce((sum, one) => sum + one.count, 0);
}

function partOf(chunk: PayoutChunk, { currency }: Of) {
  const { status } = chunk;
  return {
    id: chunk.chunkId,
    payout: chunk.batchId,
    ordinal: chunk.ordinal,
    status,
    count: chunk.itemCount,
    total: { minor: chunk.totalMinor, currency },
    error: chunk.error,
    nextAt: chunk.nextAt,
    canSendAgain: status === "refused" || status === "unknown",
    canCancel: isCertainlyNotSent(chunk),
    /** The columns of its file, where it was handed over as one. */
    columns: columnsOf(chunk),
  };
}
