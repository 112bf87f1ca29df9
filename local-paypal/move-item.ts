/** The life of a payment: which status follows which, where its money is in each, and who is told. */
import { record, type MovementKind } from "./books.ts";
import { later, nextCode } from "./context.ts";
import type { Item, ItemStatus, State } from "./state.ts";

/** PayPal gives the money back when nobody has claimed it for so long. */
export const claimDays = 30;

/** Possible next statuses. Every other status is final. */
const roads: Partial<Record<ItemStatus, ItemStatus[]>> = {
  PENDING: ["SUCCESS", "UNCLAIMED", "ONHOLD", "BLOCKED", "FAILED"],
  UNCLAIMED: ["SUCCESS", "RETURNED"],
  ONHOLD: ["SUCCESS", "BLOCKED", "FAILED"],
  BLOCKED: ["RETURNED"],
  SUCCESS: ["REFUNDED", "REVERSED"],
};

/** The status that this item may take next. */
export function nextStatuses(item: Item): ItemStatus[] {
  return roads[item.status] ?? [];
}

/** Takes an item on to its next status, books what moves, and answers whether that road exists. */
export function moveItem(
  state: State,
  item: Item,
  step: { to: ItemStatus; at: string; error?: string | null },
): boolean {
  if (!nextStatuses(item).includes(step.to)) return false;
  const from = placeOf(item);
  bookMove(state, item, { from, to: placeOf({ ...item, status: step.to }), step });
  item.status = step.to;
  item.processedAt = step.at;
  item.error = step.error ?? null;
  if (step.to === "UNCLAIMED") item.unclaimedSince = step.at;
  if (reversals.has(step.to)) item.reversal = { transactionId: nextCode(state, 17), at: step.at };
  return true;
}

/** When money that nobody claims goes back; null for an item that is not waiting. */
export function returnsAt(item: Item): string | null {
  if (item.status !== "UNCLAIMED" || item.unclaimedSince === null) return null;
  return later(item.unclaimedSince, claimDays * 86_400_000);
}

const reversals: ReadonlySet<ItemStatus> = new Set(["RETURNED", "REFUNDED", "REVERSED"]);

const places: Record<ItemStatus, "held" | "unclaimed" | "receiver" | "funding"> = {
  PENDING: "held",
  ONHOLD: "held",
  BLOCKED: "held",
  UNCLAIMED: "unclaimed",
  SUCCESS: "receiver",
  FAILED: "funding",
  RETURNED: "funding",
  REFUNDED: "funding",
  REVERSED: "funding",
};

/** The account that an item's money stands on. */
function placeOf(item: Item): string {
  const place = places[item.status];
  return place === "receiver" ? `receiver:${item.receiver}` : place;
}

function bookMove(
  state: State,
  item: Item,
  move: { from: string; to: string; step: { to: ItemStatus; at: string } },
): void {
  if (move.from === move.to) return;
  const common = { at: move.step.at, currency: item.currency, ...idsOf(item) };
  const minor = BigInt(item.minor);
  record(state, { ...common, from: move.from, to: move.to, minor, kind: kindOf(move) });
  if (move.from !== "held") return;
  // The fee was held beside the amount: it is earned when the payment leaves, and given back when it fails.
  const earned = move.to !== "funding";
  record(state, {
    ...common,
    kind: earned ? "fee" : "released",
    from: "held",
    to: earned ? "fees" : "funding",
    minor: BigInt(item.feeMinor),
    senderItemId: null,
  });
}

function kindOf(move: { from: string; to: string; step: { to: ItemStatus } }): MovementKind {
  if (move.to === "unclaimed") return "unclaimed";
  if (move.to !== "funding") return move.from === "unclaimed" ? "claimed" : "paid";
  if (move.step.to === "REFUNDED") return "refunded";
  if (move.step.to === "REVERSED") return "reversed";
  return move.step.to === "RETURNED" ? "returned" : "released";
}

/** Ids that tie a movement to its payment. */
export function idsOf(item: Item): { batchId: string; itemId: string; senderItemId: string | null } {
  return { batchId: item.batchId, itemId: item.id, senderItemId: item.senderItemId };
}
