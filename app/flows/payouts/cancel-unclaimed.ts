import type { Acting, Ctx } from "#app/domain/context.ts";
import { isIdOf, type PayoutItemId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { cancelUnclaimed } from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findChunk, hasten, lockChunk } from "#app/store/payout-chunks.ts";
import { accountForAsking } from "#app/store/payout-details.ts";
import { findItem, type PayoutItemRow } from "#app/store/payout-items.ts";
import { endBatch, moveInChunk } from "./claim-chunk.ts";
import { moveTold } from "./watch-payout.ts";

/**
 * Takes back a payment that nobody has claimed. PayPal is asked outside any transaction; where its answer is lost, the
 * payment is looked at soon, and shows by itself what became of it.
 */
export async function cancelUnclaimedItem(ctx: Ctx, itemId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const item = isIdOf("payoutItem", itemId) ? await findItem(db(), shopId, itemId as PayoutItemId) : null;
  if (!item) return refuse("not-found", "There is no such payment");
  if (item.method !== "paypal" || item.status !== "unclaimed" || item.chunkId === null) {
    return refuse("conflict", "Only a PayPal payment that nobody has claimed can be taken back");
  }
  const chunk = await findChunk(db(), shopId, item.chunkId);
  const account = await accountForAsking(db(), shopId, chunk?.accountId ?? null);
  if (!account) return refuse("not-possible", "The PayPal account that paid it is disconnected");
  const result = await cancelUnclaimed(account, item.providerItemId);
  if ("kind" in result) {
    await hasten(db(), shopId, item.chunkId, { now: ctx.now, providerId: "" });
    return refuse("unavailable", `PayPal did not confirm it: ${result.message}. It is being asked again`);
  }
  await fold(item, result, ctx);
  await endBatch(shopId, item.batchId, ctx.now);
  return null;
}

async function fold(
  item: PayoutItemRow,
  told: Parameters<typeof moveTold>[1],
  { actor, now }: Acting,
): Promise<void> {
  const { shopId, chunkId, itemId } = item;
  await inTransaction(async (tx) => {
    const chunk = chunkId === null ? null : await lockChunk(tx, shopId, chunkId);
    const move = moveTold(item, told);
    if (!chunk || !move) return;
    await moveInChunk(tx, chunk, [move], { now, change: { error: "" } });
    await recordAudit(tx, shopId, {
      subjectKind: "payout_item",
      subjectId: itemId,
      action: "taken back",
      actor,
      now,
    });
  });
}
