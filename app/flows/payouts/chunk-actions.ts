import type { Acting, Ctx } from "#app/domain/context.ts";
import { isCertainlyNotSent } from "#app/domain/payouts/chunk.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";
import { recordAudit } from "#app/store/audit.ts";
import { changeChunk, endedChunk, findBatch, lockChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { itemsOfChunk } from "#app/store/payout-items.ts";
import { endBatch } from "./claim-chunk.ts";
import { moveItems } from "./move-items.ts";

/** Has a chunk sent or asked about again at once, with the content that it was frozen with. */
export async function retryChunk(ctx: Ctx, chunkId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const refusal = await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk) return noSuchChunk;
    if (chunk.status === "sending") return refuse("conflict", "It is being sent at this moment");
    const batch = await findBatch(tx, shopId, chunk.batchId);
    if (chunk.status === "settled" || chunk.status === "person" || batch?.method === "bank") {
      return refuse("conflict", "There is nothing to send again");
    }
    await changeChunk(tx, shopId, chunk.chunkId, { nextAt: ctx.now });
    await note(tx, chunk, "sent again", ctx);
    return null;
  });
  nudgePayouts();
  return refusal;
}

/** Posts back what certainly was not sent (M16); refused as soon as a provider might have it. */
export async function cancelChunk(ctx: Ctx, chunkId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const done = await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk) return noSuchChunk;
    if (!isCertainlyNotSent(chunk)) {
      return refuse("conflict", "It may have been sent, so it cannot be cancelled");
    }
    const items = await itemsOfChunk(tx, shopId, chunk.chunkId);
    const move = { said: "app", to: "cancelled" } as const;
    await moveItems(
      tx,
      shopId,
      items.map(({ itemId }) => ({ itemId, move, reason: "Cancelled before it was sent" })),
      ctx,
    );
    await changeChunk(tx, shopId, chunk.chunkId, { ...endedChunk, nextAt: null });
    await note(tx, chunk, "cancelled", ctx);
    return chunk;
  });
  if ("refused" in done) return done;
  await endBatch(shopId, done.batchId, ctx.now);
  return null;
}

const noSuchChunk = refuse("not-found", "There is no such part of a batch");

async function note(tx: Tx, chunk: PayoutChunk, action: string, { actor, now }: Acting): Promise<void> {
  await recordAudit(tx, chunk.shopId, {
    subjectKind: "payout_batch",
    subjectId: chunk.batchId,
    action,
    actor,
    details: { part: chunk.ordinal, items: chunk.itemCount },
    now,
  });
}
