import type { PayoutBatchId, PaypalAccountId, ShopId } from "#app/domain/ids.ts";
import {
  type ChunkNeed,
  leaseMs,
  lookBackMs,
  resolvedWithinMs,
  retryAfterMs,
} from "#app/domain/payouts/chunk.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import {
  changeBatch,
  changeChunk,
  type ChunkChange,
  type DueChunk,
  endedChunk,
  lockBatch,
  lockChunk,
  type PayoutChunk,
} from "#app/store/payout-chunks.ts";
import { hasOpenItems, itemsOfChunk, newestPayment } from "#app/store/payout-items.ts";
import { lockPaypalFor } from "#app/store/payout-details.ts";
import { columnsOf } from "./bank-files.ts";
import { type ItemMove, moveItems, stopBarred } from "./move-items.ts";

/**
 * A chunk that this worker alone works on until its lease ends. `send`: it is to be handed over, and `attempt` is the
 * number of this try. `watch`: the provider has it, and is to be asked.
 */
export type Claimed = {
  readonly chunk: PayoutChunk;
  readonly does: "send" | "watch";
  readonly attempt: number;
  /** Until when it is this worker's; what wants it looked at sooner shows by another instant in its row. */
  readonly until: Date;
};

/**
 * Claims a chunk that is due, in a transaction of its own; null where nothing is to be done with it any more. A try that
 * was begun and never folded counts as a doubt from here on. What stayed in doubt for too long goes to a person.
 */
export async function claimChunk({ shopId, chunkId, method }: DueChunk, now: Date): Promise<Claimed | null> {
  return await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk || chunk.nextAt === null || chunk.nextAt > now) return null;
    const nextAt = new Date(now.getTime() + leaseMs);
    if (chunk.providerId !== "") {
      await changeChunk(tx, shopId, chunkId, { nextAt });
      return { chunk, does: "watch", attempt: chunk.attempts, until: nextAt };
    }
    // A credit that was only looked for when its worker died was not tried.
    const wasInDoubt = chunk.wasInDoubt || (chunk.status === "sending" && chunk.lastTriedAt !== null);
    if (await isEnded(tx, chunk, { wasInDoubt, now })) return null;
    const accountId = method === "paypal" ? await claimAccount(tx, chunk, { wasInDoubt, now }) : null;
    if (accountId === "none") return null;
    if (await stopBarred(tx, chunk, now)) return null;
    const tried = { attempts: chunk.attempts + 1, firstTriedAt: chunk.firstTriedAt ?? now };
    // A credit is looked for first, and notes by itself when it is tried.
    const lastTriedAt = method === "paypal" ? now : chunk.lastTriedAt;
    const change = { ...tried, lastTriedAt, status: "sending", wasInDoubt, nextAt, waitsFor: "" } as const;
    await changeChunk(tx, shopId, chunkId, change);
    return {
      chunk: { ...chunk, wasInDoubt, accountId },
      does: "send",
      attempt: tried.attempts,
      until: nextAt,
    };
  });
}

/** Ends what is not sent by itself any more: answers whether it was ended. */
async function isEnded(
  tx: Tx,
  chunk: PayoutChunk,
  { wasInDoubt, now }: { readonly wasInDoubt: boolean; readonly now: Date },
): Promise<boolean> {
  if (!isSendable(chunk)) {
    await changeChunk(tx, chunk.shopId, chunk.chunkId, { nextAt: null });
    return true;
  }
  if (wasInDoubt && isForgotten(chunk, now)) {
    await giveToPerson(tx, chunk, { now, reason: "Whether it was paid could not be found out in time" });
    return true;
  }
  return false;
}

/**
 * The PayPal account that sends a request, which stays the same from the first try on. "none" where no account may send
 * it: the shop has none, or has replaced the one that tried. The chunk then says so, and is locked by the caller.
 */
async function claimAccount(
  tx: Tx,
  chunk: PayoutChunk,
  { wasInDoubt, now }: { readonly wasInDoubt: boolean; readonly now: Date },
): Promise<PaypalAccountId | "none"> {
  const { shopId, chunkId } = chunk;
  const current = await lockPaypalFor(tx, shopId, now);
  if (chunk.accountId === null && current !== null) {
    await changeChunk(tx, shopId, chunkId, { accountId: current });
    return current;
  }
  if (chunk.accountId !== null && chunk.accountId === current) return current;
  if (wasInDoubt) await leaveInDoubt(tx, chunk, now);
  else {
    const stopped =
      chunk.accountId === null
        ? ({ error: paypalNotConnected, waitsFor: "paypal_account" } as const)
        : ({ error: accountReplaced, waitsFor: "merchant" } as const);
    await changeChunk(tx, shopId, chunkId, { status: "refused", nextAt: null, ...stopped });
  }
  return "none";
}

const paypalNotConnected = "PayPal isn't connected. It is sent once PayPal is connected.";
export const accountReplaced =
  "This store's PayPal account was replaced or disconnected. Cancel the payment and pay again.";

/** The account may have paid it and sends nothing any more: its notice or report tells, or a person once PayPal forgot. */
async function leaveInDoubt(tx: Tx, chunk: PayoutChunk, now: Date): Promise<void> {
  const { shopId, chunkId } = chunk;
  const forgottenAt = new Date((chunk.firstTriedAt ?? now).getTime() + resolvedWithinMs + 1);
  await changeChunk(tx, shopId, chunkId, {
    status: "unknown",
    wasInDoubt: true,
    nextAt: forgottenAt,
    error: "The PayPal account was replaced while this was being sent. Import its PayPal report to find out.",
  });
  const items = await itemsOfChunk(tx, shopId, chunkId);
  const move = { said: "app", to: "unknown" } as const;
  await moveItems(
    tx,
    shopId,
    items.map(({ itemId }) => ({ itemId, move })),
    { now },
  );
}

function isSendable({ status }: PayoutChunk): boolean {
  return status === "ready" || status === "sending" || status === "unknown" || status === "refused";
}

/** M17: the provider does not remember the first try any more, so another could be a second payment. */
function isForgotten({ firstTriedAt }: PayoutChunk, now: Date): boolean {
  return firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() > resolvedWithinMs;
}

/** Nothing more is done by itself; the chunk's row is locked by the caller. */
export async function giveToPerson(
  tx: Tx,
  { shopId, chunkId }: PayoutChunk,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<void> {
  await changeChunk(tx, shopId, chunkId, { status: "person", nextAt: null, error: reason });
  const items = await itemsOfChunk(tx, shopId, chunkId);
  const move = { said: "app", to: "person" } as const;
  await moveItems(
    tx,
    shopId,
    items.map(({ itemId }) => ({ itemId, move, reason })),
    { now },
  );
}

/** The error of a refused attempt and what it means for its payments. */
type Refused = {
  readonly message: string;
  readonly mends: "by-time" | "by-person";
  readonly retryAfterSeconds: number;
  /**
   * The merchant's next step if it is known. A refusal that only a person can fix waits for the merchant
   * anyway.
   */
  readonly waitsFor?: ChunkNeed;
};
type At = { readonly now: Date; readonly chance: number };

/**
 * Records a refused attempt. If no earlier attempt is in doubt, nothing was paid: the request waits for its
 * time or for a person. After a doubt, a refusal proves nothing about earlier attempts (M17), so the same
 * content is sent again later.
 */
export async function foldRefusal(claimed: Claimed, refused: Refused, at: At): Promise<void> {
  await foldTry(claimed, (chunk) => {
    const waitMs = retryAfterMs(claimed.attempt, at.chance, refused.retryAfterSeconds);
    const later = new Date(at.now.getTime() + waitMs);
    if (chunk.wasInDoubt) return { status: "unknown", error: refused.message, nextAt: later };
    const nextAt = refused.mends === "by-time" ? later : null;
    const waitsFor = refused.waitsFor ?? (refused.mends === "by-person" ? "merchant" : "");
    return { status: "refused", error: refused.message, nextAt, intentAccount: "", waitsFor };
  });
}

/** Records an attempt with an unknown result. Its payments are in doubt until the provider answers (M17). */
export async function foldDoubt(claimed: Claimed, message: string, at: At): Promise<void> {
  const moves: ItemMove["move"] = { said: "app", to: "unknown" };
  await foldTry(
    claimed,
    () => ({
      status: "unknown",
      wasInDoubt: true,
      error: message,
      nextAt: new Date(at.now.getTime() + retryAfterMs(claimed.attempt, at.chance)),
    }),
    { move: moves, now: at.now },
  );
}

/** Records the end of an attempt, unless a newer attempt began or the provider answered meanwhile. */
async function foldTry(
  { chunk: { shopId, chunkId }, attempt }: Claimed,
  changeOf: (chunk: PayoutChunk) => ChunkChange,
  items?: { readonly move: ItemMove["move"]; readonly now: Date },
): Promise<void> {
  await inTransaction(async (tx) => {
    const chunk = await lockChunk(tx, shopId, chunkId);
    if (!chunk || chunk.attempts !== attempt || chunk.status !== "sending") return;
    if (chunk.providerId !== "") {
      await changeChunk(tx, shopId, chunkId, { nextAt: chunk.firstTriedAt });
      return;
    }
    await changeChunk(tx, shopId, chunkId, changeOf(chunk));
    if (!items) return;
    const rows = await itemsOfChunk(tx, shopId, chunkId);
    const { move, now } = items;
    await moveItems(
      tx,
      shopId,
      rows.map(({ itemId }) => ({ itemId, move })),
      { now },
    );
  });
}

/** Moves payments of a locked request, and ends the request if none of them is open any more. */
export async function moveInChunk(
  tx: Tx,
  chunk: PayoutChunk,
  moves: readonly ItemMove[],
  { now, change }: { readonly now: Date; readonly change: ChunkChange },
): Promise<void> {
  const { shopId, chunkId } = chunk;
  await moveItems(tx, shopId, moves, { now });
  if (!(await endChunk(tx, chunk, { now, change }))) await changeChunk(tx, shopId, chunkId, change);
}

/**
 * Ends a locked request once none of its payments is open: it is not tried again and its account is free for
 * others. Returns false if one is open.
 */
export async function endChunk(
  tx: Tx,
  chunk: PayoutChunk,
  { now, change = {} }: { readonly now: Date; readonly change?: ChunkChange },
): Promise<boolean> {
  const { shopId, chunkId, batchId } = chunk;
  if (await hasOpenItems(tx, shopId, { batchId, chunkId })) return false;
  const after = { ...chunk, ...change };
  const from = (await newestPayment(tx, shopId, chunkId)) ?? chunk.firstTriedAt ?? now;
  // No provider can be asked about a bank file, or about a request that it gave no number.
  const isAsked = after.providerId !== "" && columnsOf(after) === null;
  const waitMs = isAsked ? lookBackMs(now.getTime() - from.getTime()) : null;
  await changeChunk(tx, shopId, chunkId, { ...change, ...endOf(waitMs, now) });
  return true;
}

/** Payments can come back after they arrived, so PayPal is asked a few more times. */
function endOf(waitMs: number | null, now: Date): ChunkChange {
  return {
    ...endedChunk,
    nextAt: waitMs === null ? null : new Date(now.getTime() + waitMs),
  };
}

/**
 * Ends a section without open payments, in its own transaction because sections are locked before their
 * requests.
 */
export async function endBatch(shopId: ShopId, batchId: PayoutBatchId, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const batch = await lockBatch(tx, shopId, batchId);
    if (batch?.status !== "sending" || (await hasOpenItems(tx, shopId, { batchId }))) return;
    await changeBatch(tx, shopId, batchId, { status: "done", finishedAt: now, error: "" });
  });
}
