/** Takes a checked payout in: from here on its money is spoken for, whatever becomes of the answer. */
import { balanceOf, record } from "./books.ts";
import { later, nextChance, nextCode } from "./context.ts";
import { feeFor } from "./money.ts";
import { idsOf } from "./move-item.ts";
import type { Batch, Item, State } from "./state.ts";

/** A payout as the API has checked it. */
export interface Payout {
  senderBatchId: string | null;
  emailSubject: string | null;
  emailMessage: string | null;
  currency: string;
  items: {
    recipientType: string;
    receiver: string;
    minor: bigint;
    note: string | null;
    senderItemId: string | null;
  }[];
}

/** How long PayPal remembers a `sender_batch_id`. */
const rememberedDays = 30;

/** The batch that carried this id within the last 30 days, or null: after those it is a new payout. */
export function findDuplicate(state: State, senderBatchId: string | null, now: Date): Batch | null {
  if (senderBatchId === null) return null;
  const oldest = now.getTime() - rememberedDays * 86_400_000;
  const found = Object.values(state.batches).findLast(
    (batch) => batch.senderBatchId === senderBatchId && Date.parse(batch.createdAt) > oldest,
  );
  return found ?? null;
}

export type FundsProblem = "INSUFFICIENT_FUNDS" | "NON_HOLDING_CURRENCY";

/** Why the funding balance cannot carry amounts and fees, or null when it can. */
export function findFundsProblem(state: State, payout: Payout): FundsProblem | null {
  const isHeld = state.movements.some(
    (movement) => movement.currency === payout.currency && movement.to === "funding",
  );
  if (!isHeld) return "NON_HOLDING_CURRENCY";
  const needed = payout.items.reduce((sum, item) => sum + item.minor + feeFor(item.minor), 0n);
  return balanceOf(state.movements, "funding", payout.currency) < needed ? "INSUFFICIENT_FUNDS" : null;
}

/** Writes the batch, its items and what they hold of the funding balance. */
export function acceptBatch(state: State, payout: Payout, at: string, denial: string | null): Batch {
  const { processMs, stragglers } = state.switches;
  const startsAt = later(at, processMs);
  const batch: Batch = {
    id: nextCode(state, 13),
    senderBatchId: payout.senderBatchId,
    emailSubject: payout.emailSubject,
    emailMessage: payout.emailMessage,
    currency: payout.currency,
    status: "PENDING",
    createdAt: at,
    startsAt,
    completedAt: null,
    denial,
    holdTransactionId: nextCode(state, 17),
    releaseTransactionId: nextCode(state, 17),
    itemIds: [],
  };
  state.batches[batch.id] = batch;
  const seen = new Set<string | null>();
  for (const asked of payout.items) {
    const isLate = stragglers.share > 0 && nextChance(state) < stragglers.share;
    const dueAt = later(startsAt, isLate ? stragglers.delayMs : 0);
    const isRepeated = asked.senderItemId !== null && seen.has(asked.senderItemId);
    const item = makeItem(state, batch, { asked, dueAt, isRepeated });
    seen.add(asked.senderItemId);
    state.items[item.id] = item;
    batch.itemIds.push(item.id);
    const hold = { at, kind: "held" as const, from: "funding", to: "held", currency: item.currency };
    record(state, { ...hold, ...idsOf(item), minor: BigInt(item.minor) });
    record(state, { ...hold, ...idsOf(item), senderItemId: null, minor: BigInt(item.feeMinor) });
  }
  return batch;
}

function makeItem(
  state: State,
  batch: Batch,
  { asked, dueAt, isRepeated }: { asked: Payout["items"][number]; dueAt: string; isRepeated: boolean },
): Item {
  return {
    id: nextCode(state, 13),
    batchId: batch.id,
    recipientType: asked.recipientType,
    receiver: asked.receiver,
    currency: batch.currency,
    minor: asked.minor.toString(),
    feeMinor: feeFor(asked.minor).toString(),
    note: asked.note,
    senderItemId: asked.senderItemId,
    isRepeated,
    status: "PENDING",
    transactionId: nextCode(state, 17),
    activityId: nextCode(state, 17),
    dueAt,
    processedAt: null,
    reversal: null,
    error: null,
    unclaimedSince: null,
  };
}
