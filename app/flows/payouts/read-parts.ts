import type { PayoutBatchId, ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { chunksInTrouble, countChunks, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { columnsOf } from "./bank-files.ts";
import { isCertainlyNotSent } from "./chunk-actions.ts";

/** A part of a batch that is handed over at once, and what a person may do with it. */
export type BatchPart = {
  readonly chunk: PayoutChunk;
  readonly canSendAgain: boolean;
  readonly canCancel: boolean;
  /** The columns of its file, where it was handed over as one. */
  readonly columns: ReturnType<typeof columnsOf>;
};

export type BatchParts = {
  readonly total: number;
  /** Those that a person has to do something about first, then the others in their order. */
  readonly parts: readonly BatchPart[];
};

const shown = 20;

/** The parts of a batch: all of a few, and of many those that need a person. */
export async function readParts(shopId: ShopId, batchId: PayoutBatchId): Promise<BatchParts> {
  const [counts, chunks] = await Promise.all([
    countChunks(db(), shopId, batchId),
    chunksInTrouble(db(), shopId, { batchId, limit: shown }),
  ]);
  return { total: counts.reduce((sum, one) => sum + one.count, 0), parts: chunks.map(partOf) };
}

function partOf(chunk: PayoutChunk): BatchPart {
  const { status } = chunk;
  const columns = columnsOf(chunk);
  return {
    chunk,
    canSendAgain: status === "refused" || status === "unknown",
    canCancel: isCertainlyNotSent(chunk),
    columns,
  };
}
