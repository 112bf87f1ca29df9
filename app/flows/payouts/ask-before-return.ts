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
 * Why payments are not posted back, though a statement does not mention them, by what others tell: another statement
 * that they were paid, or PayPal itself. Outside any transaction, before anything is written. A file may hold a part only,
 * and a payment that was claimed late stands under the day on which it was sent. What PayPal says came back is folded.
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
 * Why PayPal's own word keeps payments from being posted back; null where it does not, and of payments of which PayPal
 * says nothing: there a person's word counts. Outside any transaction. What PayPal says is folded.
 */
export async function askAboutItems(
  shopId: ShopId,
  items: readonly PayoutItemRow[],
  now: Date,
): Promise<Refusal | null> {
  const asked = Map.groupBy(items.filter(isTheirs), (item) => item.chunkId);
  for (const [chunkId, own] of asked) {
    const chunk = chunkId && (await findChunk(db(), shopId, chunkId));
    // Of what PayPal gave no number nobody can ask: there a person's word counts.
    const refusal = chunk && chunk.providerId !== "" ? await ask(shopId, { chunk, own }, now) : null;
    if (refusal) return refusal;
  }
  return null;
}

/** Of all else it is known already that it cannot be posted back, or that it was. */
function isTheirs({ method, status }: PayoutItemRow): boolean {
  return method === "paypal" && (status === "settled" || status === "person");
}

type Asked = { readonly chunk: PayoutChunk; readonly own: readonly PayoutItemRow[] };

async function ask(shopId: ShopId, { chunk, own }: Asked, now: Date): Promise<Refusal | null> {
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

/** As silent as PayPal was when it left them to a person (M17), it would keep anybody from saying what is true. */
function isLeftToPerson({ chunk: { lastTriedAt }, own }: Asked, now: Date): boolean {
  const silenceMs = now.getTime() - (lastTriedAt?.getTime() ?? 0);
  return silenceMs > resolvedWithinMs && own.every(({ status }) => status === "person");
}
