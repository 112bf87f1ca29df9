import type { PayoutPartWire } from "#app/contracts/payout-part.ts";
import { instantOrNull, moneyToWire } from "#app/contracts/wire.ts";
import type { BatchPart } from "#app/flows/payouts/read-parts.ts";

/** A part of a batch as the API and the admin's page get it. */
export function partToWire({ chunk, currency, canSendAgain, canCancel, columns }: BatchPart): PayoutPartWire {
  return {
    id: chunk.chunkId,
    payout: chunk.batchId,
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
