import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { bankColumnNames, bankColumns, type BankColumns } from "#app/domain/payouts/bank-file.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findBatch } from "#app/store/payout-batches.ts";
import { changeChunk, findChunk, lockChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { itemsOfChunk } from "#app/store/payout-items.ts";
import { fileOf } from "./chunk-content.ts";
import { moveItems } from "./move-items.ts";
import { whyNotHandedOver } from "./still-payable.ts";

type By = { readonly actor: Actor; readonly now: Date };
type Asked = { readonly chunkId: string; readonly columns: BankColumns };

/**
 * Hands a bank's chunk over as a file: its payments count as sent from here on, since nobody can know what becomes of a
 * file that somebody has (M17). The other columns are not given out any more: both files could be uploaded.
 */
export async function handOverFile(
  shopId: ShopId,
  { chunkId, columns }: Asked,
  { actor, now }: By,
): Promise<Refusal | null> {
  return await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    const batch = chunk && (await findBatch(tx, shopId, chunk.batchId));
    if (!chunk || batch?.method !== "bank") return noSuchFile;
    const known = columnsOf(chunk);
    if (known !== null) return known === columns ? null : otherColumns(known);
    if (chunk.status !== "ready") return refuse("conflict", "It was cancelled before it was handed over");
    const barred = await whyNotHandedOver(tx, chunk, now);
    if (barred !== null) return refuse("conflict", barred);
    const tried = { attempts: 1, firstTriedAt: now, lastTriedAt: now };
    await changeChunk(tx, shopId, chunk.chunkId, { status: "accepted", providerId: columns, ...tried });
    const items = await itemsOfChunk(tx, shopId, chunk.chunkId);
    const move = { said: "provider", to: "sent" } as const;
    await moveItems(
      tx,
      shopId,
      items.map(({ itemId }) => ({ itemId, move })),
      { now },
    );
    await recordAudit(tx, shopId, {
      subjectKind: "payout_batch",
      subjectId: batch.batchId,
      action: "handed over",
      actor,
      details: { part: chunk.ordinal, columns, items: chunk.itemCount },
      now,
    });
    return null;
  });
}

/** The file of a chunk that was handed over: the same bytes every time. */
export async function readFile(
  shopId: ShopId,
  chunkId: string,
): Promise<{ readonly name: string; readonly text: string } | Refusal> {
  const chunk = await findChunk(db(), shopId, chunkId);
  const batch = chunk && (await findBatch(db(), shopId, chunk.batchId));
  if (!chunk || batch?.method !== "bank") return noSuchFile;
  const columns = columnsOf(chunk);
  if (columns === null) return refuse("conflict", "It has not been handed over yet");
  return {
    name: `payout-${batch.batchId}-${chunk.ordinal}-${columns}.csv`,
    text: fileOf(chunk, columns),
  };
}

/** In which columns a bank's chunk was handed over; null while it was not. */
export function columnsOf({ providerId }: PayoutChunk): BankColumns | null {
  return bankColumns.find((one) => one === providerId) ?? null;
}

const noSuchFile = refuse("not-found", "There is no such file");

function otherColumns(known: BankColumns): Refusal {
  return refuse("conflict", `It was handed over as ${bankColumnNames[known]}, and stays so`);
}
