import { instantOrNull, moneyToWire } from "#app/contracts/to-wire.ts";
import type { BatchPart } from "#app/flows/payouts/read-parts.ts";

/** A part of a batch as the admin's page gets it. */
export function partToWire({ chunk, canSendAgain, canCancel, columns }: BatchPart, currency: string) {
  return {
    id: chunk.chunkId,
    ordinal: chunk.ordinal,
    status: chunk.status,
    count: chunk.itemCount,
    total: moneyToWire(chunk.totalMinor, currency),
    error: chunk.error,
    nextAt: instantOrNull(chunk.nextAt),
    canSendAgain,
    canCancel,
    columns,
  };
}
