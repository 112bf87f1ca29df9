import type { ShopId } from "#app/domain/ids.ts";
import { resolvedWithinMs } from "#app/domain/payouts/chunk.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { paidLines } from "#app/store/paid-lines.ts";
import { findChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { findItems, type PayoutItemRow } from "#app/store/payout-items.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { lockLines } from "#app/store/statement-matching.ts";
import { endBatch } from "./claim-chunk.ts";
import { askPaypal } from "./watch-payout.ts";

/**
 * Checks that payments missing from a statement may be returned to the balance. Refuses if another statement or
 * PayPal says that they were paid: a file may be incomplete, and a payment claimed late is listed on the day it
 * was sent. Runs before anything is written, outside any transaction. Returns that PayPal reports are recorded.
 */
export async function askBeforeReturn(
  statement: ProviderStatement,
  numbers: readonly number[],
  now: Date,
): Promise<Refusal | null> {
  const { shopId } = statement;
  const lines = await inTransaction((tx) => lockLines(tx, statement, { numbers }));
  const about = lines.filter((line) => line.resolvedAt === null && line.match === "missing");
  const ids = about.flatMap((line) => line.itemId ?? []);
  const told = (await paidLines(db(), shopId, ids)).find((one) => one.match !== "unexpected");
  if (told) return refuse("conflict", `Line ${told.number} of ${told.statementId} tells that it was paid`);
  return await askAboutItems(shopId, await findItems(db(), shopId, ids), now);
}

/**
 * Refuses if PayPal's own answer says that payments should not be returned to the balance. Null otherwise, also
 * for payments unknown to PayPal, for which a person decides. Outside any transaction. PayPal's answer is
 * recorded.
 */
export async function askAboutItems(
  shopId: ShopId,
  items: readonly PayoutItemRow[],
  now: Date,
): Promise<Refusal | null> {
  const asked = Map.groupBy(items.filter(isTheirs), (item) => item.chunkId);
  for (const [chunkId, own] of asked) {
    const chunk = chunkId && (await findChunk(db(), shopId, chunkId));
    // Without a PayPal number nobody can ask, so the person decides.
    const refusal =
      chunk && chunk.providerId !== "" ? await askAboutChunk(shopId, { chunk, own }, now) : null;
    if (refusal) return refusal;
  }
  return null;
}

/** True for payments that PayPal must be asked about. All others are known to be returnable or returned. */
function isTheirs({ method, status }: PayoutItemRow): boolean {
  return method === "paypal" && (status === "settled" || status === "person");
}

type ChunkToReturn = { readonly chunk: PayoutChunk; readonly own: readonly PayoutItemRow[] };

async function askAboutChunk(
  shopId: ShopId,
  { chunk, own }: ChunkToReturn,
  now: Date,
): Promise<Refusal | null> {
  const told = await askPaypal(chunk, now);
  if (isRefusal(told)) return isLeftToPerson({ chunk, own }, now) ? null : told;
  await endBatch(shopId, chunk.batchId, now);
  for (const { itemId } of own) {
    const one = told.get(itemId);
    if (!one || one.outcome === "returned" || one.outcome === "failed") continue;
    return refuse("conflict", `PayPal says ${one.status} of ${itemId}: it is not posted back`);
  }
  return null;
}

/**
 * True if PayPal has been silent for as long as it takes to leave payments to a person (M17). Waiting longer
 * would keep the person from deciding.
 */
function isLeftToPerson({ chunk: { lastTriedAt }, own }: ChunkToReturn, now: Date): boolean {
  const silenceMs = now.getTime() - (lastTriedAt?.getTime() ?? 0);
  return silenceMs > resolvedWithinMs && own.every(({ status }) => status === "person");
}
