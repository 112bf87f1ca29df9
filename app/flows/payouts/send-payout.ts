import type { ShopId } from "#app/domain/ids.ts";
import type { ChunkNeed } from "#app/domain/payouts/chunk.ts";
import { lookAgainMs } from "#app/domain/payouts/chunk-size.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { lockChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { accountForSending } from "#app/store/paypal-accounts.ts";
import { itemsOfChunk } from "#app/store/payout-items.ts";
import { openContent } from "#app/store/sealed-chunks.ts";
import { accountReplaced, type Claimed } from "./claim-chunk.ts";
import { foldDoubt, foldRefusal, moveInChunk } from "./fold-chunk.ts";

type Clock = { readonly now: () => Date; readonly chance: () => number };

/**
 * Hands a claimed chunk to PayPal: always the same bytes under the same sender_batch_id, so that PayPal itself keeps a
 * second try from being a second payment (M17). The call is made outside any transaction, and its end folded after it.
 */
export async function sendPayout(claimed: Claimed, { now, chance }: Clock): Promise<void> {
  const { shopId, chunkId, accountId } = claimed.chunk;
  // It may have been replaced since the claim.
  const account = await accountForSending(db(), shopId, accountId);
  const result = account ? await createPayout(account, openContent(claimed.chunk)) : replaced;
  const at = { now: now(), chance: chance() };
  if (result.kind === "refused") return await foldRefusal(claimed, { ...result, ...needOf(result.code) }, at);
  if (result.kind === "doubt") return await foldDoubt(claimed, result.message, at);
  if (result.batchId === "") {
    // It is there, and PayPal does not say where: its notice will.
    return await foldDoubt(claimed, "PayPal has it, and has not said yet under which number", at);
  }
  await foldAccepted(shopId, { chunkId, batchId: result.batchId, at });
}

const replaced = {
  kind: "refused",
  code: "account-replaced",
  message: accountReplaced,
  mends: "by-person",
  retryAfterSeconds: 0,
} as const;

/** The step of the merchant's that a refusal names. */
function needOf(code: string): { readonly waitsFor?: ChunkNeed } {
  return code === "INSUFFICIENT_FUNDS" ? { waitsFor: "funds" } : {};
}

async function foldAccepted(
  shopId: ShopId,
  {
    chunkId,
    batchId,
    at,
  }: { chunkId: PayoutChunk["chunkId"]; batchId: string; at: { now: Date; chance: number } },
): Promise<void> {
  await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk || (chunk.providerId !== "" && chunk.providerId !== batchId)) return;
    if (chunk.status === "accepted" || chunk.status === "settled") return;
    const items = await itemsOfChunk(tx, shopId, chunkId);
    const move = { said: "provider", to: "sent" } as const;
    const nextAt = new Date(at.now.getTime() + lookAgainMs(0, at.chance));
    await moveInChunk(
      tx,
      chunk,
      items.map(({ itemId }) => ({ itemId, move })),
      { now: at.now, change: { status: "accepted", providerId: batchId, error: "", nextAt } },
    );
  });
}
