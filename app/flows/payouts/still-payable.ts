import { isCertainlyNotSent } from "#app/domain/payouts/chunk.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { changeChunk, endedChunk, type PayoutChunk } from "#app/store/payout-chunks.ts";
import { freezeSources, type FreezeSource, itemsOfChunk } from "#app/store/payout-items.ts";
import { type ItemMove, moveItems } from "./move-items.ts";

/** Why an affiliate may not be paid to these details at this moment; null where they may. */
export function whyBarred(source: FreezeSource | undefined, now: Date): string | null {
  if (!source || source.detailsId === null || source.sealed === null) return "There are no payout details";
  if (source.affiliateStatus !== "active") return "The affiliate is not active any more";
  if (source.isHeld) return "Payouts to the affiliate were put on hold";
  const isOver = source.detailsEndedAt !== null && source.detailsEndedAt <= now;
  return isOver ? "The payout details changed after it was planned" : null;
}

/**
 * Which payments of a part may not be made any more, each with the reason. A part may wait for days until somebody has
 * it: for funds, for a right, for whoever downloads its file. What changed meanwhile counts as long as it is certain that
 * nobody does.
 */
async function barredIn(tx: Tx, chunk: PayoutChunk, now: Date) {
  if (!isCertainlyNotSent(chunk)) return { count: 0, moves: [] };
  const { shopId, chunkId } = chunk;
  const items = await itemsOfChunk(tx, shopId, chunkId);
  const ids = items.map((one) => one.itemId);
  const sources = await freezeSources(tx, shopId, ids);
  const moves = ids.flatMap((itemId): ItemMove[] => {
    const reason = whyBarred(sources.get(itemId), now);
    return reason === null ? [] : [{ itemId, move: { said: "app", to: "cancelled" }, reason }];
  });
  return { count: items.length, moves };
}

/** Why a part is not handed over at this moment; null where it may be. Its content never changes: a person takes it back. */
export async function whyNotHandedOver(tx: Tx, chunk: PayoutChunk, now: Date): Promise<string | null> {
  const { moves } = await barredIn(tx, chunk, now);
  return sentenceOf(moves);
}

/**
 * Stops a part before it is sent: where none of its payments may be made any more they are posted back, and where some
 * may not, it waits for a person. Answers whether it was stopped; the chunk's row is locked by the caller.
 */
export async function stopBarred(tx: Tx, chunk: PayoutChunk, now: Date): Promise<boolean> {
  const { shopId, chunkId } = chunk;
  const { count, moves } = await barredIn(tx, chunk, now);
  const error = sentenceOf(moves);
  if (error === null) return false;
  if (moves.length < count) {
    const change = {
      status: "refused",
      nextAt: null,
      intentAccount: "",
      error,
      waitsFor: "merchant",
    } as const;
    await changeChunk(tx, shopId, chunkId, change);
    return true;
  }
  await moveItems(tx, shopId, moves, { now });
  await changeChunk(tx, shopId, chunkId, { ...endedChunk, nextAt: null });
  return true;
}

function sentenceOf(barred: readonly ItemMove[]): string | null {
  const [first] = barred;
  if (!first) return null;
  const some = barred.length === 1 ? "1 of its payments" : `${barred.length} of its payments`;
  return `${some} can't be made anymore (${first.reason ?? ""}). Cancel these payments, then pay the others again.`;
}
