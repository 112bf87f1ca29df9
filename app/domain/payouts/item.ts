import type { AffiliateId, PayoutItemId } from "../ids.ts";
import {
  type Account,
  affiliateAccount,
  draftTransfer,
  shopAccount,
  type TransferCode,
  type TransferDraft,
} from "../ledger/entries.ts";

/** Where a payout item stands. From `sending` until its end the money may be on its way. */
export const itemStates = [
  /** Posted as started, and handed to nobody. */
  "planned",
  /** In a chunk that may have reached the provider. */
  "sending",
  /** A try ended without an answer: nobody knows whether the provider has it (M17). */
  "unknown",
  /** The provider has it and works on it. */
  "sent",
  /** The provider holds it for a review. */
  "held",
  /** Offered to an address that has no account there; it comes back by itself after some weeks. */
  "unclaimed",
  /** Somebody has to look: several answers fit, or none that the provider gives. */
  "person",
  /** The affiliate has it. */
  "settled",
  /** It came back, before the affiliate had it or after. */
  "returned",
  /** The provider did not pay it. */
  "failed",
  /** Taken back before it was handed to anybody. */
  "cancelled",
] as const;
export type ItemState = (typeof itemStates)[number];

/** An item in one of these is at its end; all others count as open (M16). */
export const endStates = [
  "settled",
  "returned",
  "failed",
  "cancelled",
] as const satisfies readonly ItemState[];

export function isOpen(state: ItemState): boolean {
  return !(endStates as readonly ItemState[]).includes(state);
}

/** What a provider says of an item, in its own order of events. */
export const outcomes = ["sent", "held", "unclaimed", "settled", "returned", "failed"] as const;
export type Outcome = (typeof outcomes)[number];

/** Where an item stands, and whether the affiliate ever had it. */
export type ItemStand = { readonly status: ItemState; readonly wasSettled: boolean };

/**
 * What an item becomes when the provider says this of it. Answers come late, twice and out of order, so an older one
 * changes nothing: `same`. What cannot be after what is known already is for a person: `contradiction`.
 */
export function nextState({ status, wasSettled }: ItemStand, outcome: Outcome): NextState {
  return status === outcome ? "same" : outcomesHeard[status](outcome, wasSettled);
}

type NextState = ItemState | "same" | "contradiction";
type OutcomeRule = (outcome: Outcome, wasSettled: boolean) => NextState;

const contradicts: OutcomeRule = () => "contradiction";
const takesOver: OutcomeRule = (outcome) => outcome;
/** `sent` is what it was before. */
const isFurther: OutcomeRule = (outcome) => (outcome === "sent" ? "same" : outcome);

/** What each state makes of what is said. */
const outcomesHeard: Readonly<Record<ItemState, OutcomeRule>> = {
  planned: contradicts,
  sending: takesOver,
  unknown: takesOver,
  sent: takesOver,
  held: isFurther,
  unclaimed: isFurther,
  person: takesOver,
  // Only a return follows; what else is told of a settled item is older than it.
  settled: (outcome) => {
    if (outcome === "returned") return "returned";
    return outcome === "failed" ? "contradiction" : "same";
  },
  // What was settled before it came back may be told late. What never was has been paid after it was posted back.
  returned: (outcome, wasSettled) => (outcome === "settled" && !wasSettled ? "contradiction" : "same"),
  // What came back left nothing with the affiliate either, whatever it was in between.
  failed: (outcome) => (outcome === "settled" ? "contradiction" : "same"),
  cancelled: contradicts,
};

/** What the app itself does with an item, beside what a provider tells of it. */
const steps = ["sending", "unknown", "person", "cancelled"] as const;
type Step = (typeof steps)[number];

/** What a person says of an item that no provider tells about, or about which several answers fit. */
export type Decided = "settled" | "returned" | "failed";

/** Where an item is to go, and on whose word. */
export type Move =
  | { readonly said: "provider"; readonly to: Outcome }
  | { readonly said: "app"; readonly to: Step }
  | { readonly said: "person"; readonly to: Decided };

/**
 * What becomes of an item by this move. `same` changes nothing: it is there already, or what was said is older than
 * what is known. `contradiction` moves no money either, and is kept for a person.
 */
export function afterMove(item: ItemStand, move: Move): ItemState | "same" | "contradiction" {
  if (move.said === "provider") return nextState(item, move.to);
  if (item.status === move.to) return "same";
  return move.said === "app" ? afterStep(item.status, move.to) : afterDecision(item, move.to);
}

/** From which states each step leads on; everywhere else the item is further than the step. */
const stepsFrom: Record<Step, readonly ItemState[]> = {
  sending: ["planned"],
  unknown: ["sending"],
  person: ["sending", "unknown", "sent", "held", "unclaimed"],
  // Whoever cancels knows that nothing was handed over: the chunk was never tried, or refused without a doubt before.
  cancelled: ["planned", "sending"],
};

function afterStep(state: ItemState, step: Step): ItemState | "same" {
  return stepsFrom[step].includes(state) ? step : "same";
}

/**
 * A person's word holds over open items; what is settled may come back, and what counted as not paid may turn out to
 * be paid. What was settled and came back stays so: paying it again is another item.
 */
function afterDecision({ status, wasSettled }: ItemStand, to: Decided): ItemState | "contradiction" {
  if (isOpen(status)) return to;
  if (status === "settled") return "returned";
  const isBack = status === "returned" && wasSettled;
  return to === "settled" && !isBack ? "settled" : "contradiction";
}

/** A payout item as far as its postings ask. Minor units. */
export type PayoutPosting = {
  readonly itemId: PayoutItemId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** What the provider pays. */
  readonly amountMinor: bigint;
  /** What the affiliate bears of the fee. */
  readonly withheldMinor: bigint;
  /** Grows by one with every posting of this item, under its row's lock (M3). */
  readonly revision: number;
};

/** M16: what is planned leaves payable for in transit. @throws ImpossibleTransferError when nothing is to be paid. */
export function startEntries(item: PayoutPosting): TransferDraft[] {
  return [moveTransfer(item, "payout_started", ["payable", "in_transit"], item.amountMinor)];
}

/**
 * The transfers of an item that goes from one state to another; none where no money moves. A settled item is paid, and
 * the affiliate's part of the fee is taken; one that ends otherwise is payable again, mirroring what was moved: out of
 * transit before it was settled, out of paid after it. What was kept for the payment stays kept (M2): a fee, which
 * `feeEntries` posts for the shop's part.
 */
export function entriesForEnd(item: PayoutPosting, from: ItemState, to: ItemState): TransferDraft[] {
  if (to === "settled") {
    const drafts = [moveTransfer(item, "payout_settled", ["in_transit", "paid"], item.amountMinor)];
    if (item.withheldMinor > 0n) drafts.push(withheldTransfer(item));
    return drafts;
  }
  if (to !== "returned" && to !== "failed" && to !== "cancelled") return [];
  const source = from === "settled" ? "paid" : "in_transit";
  return [moveTransfer(item, "payout_returned", [source, "payable"], item.amountMinor)];
}

/** What the provider kept beyond what is posted already, from the bank; or back to it, what it kept less (M2). */
export function feeEntries(item: PayoutPosting, postedMinor: bigint, feeMinor: bigint): TransferDraft[] {
  const more = feeMinor - postedMinor;
  if (more === 0n) return [];
  const [fees, bank] = [shopAccount("fees"), shopAccount("bank")];
  return more > 0n
    ? [itemTransfer(item, "fee", [fees, bank], more)]
    : [itemTransfer(item, "fee", [bank, fees], -more)];
}

function withheldTransfer(item: PayoutPosting): TransferDraft {
  const [debit, credit] = [affiliateAccount("payable", item.affiliateId), shopAccount("fees")];
  return itemTransfer(item, "fee", [debit, credit], item.withheldMinor);
}

function moveTransfer(
  item: PayoutPosting,
  code: TransferCode,
  [from, to]: readonly ["payable" | "in_transit" | "paid", "payable" | "in_transit" | "paid"],
  amountMinor: bigint,
): TransferDraft {
  const sides = [affiliateAccount(from, item.affiliateId), affiliateAccount(to, item.affiliateId)] as const;
  return itemTransfer(item, code, sides, amountMinor);
}

function itemTransfer(
  { itemId, currency, revision }: PayoutPosting,
  code: TransferCode,
  sides: readonly [Account, Account],
  amountMinor: bigint,
): TransferDraft {
  const subject = { kind: "payout_item", id: itemId } as const;
  return draftTransfer({ subject, currency, revision }, code, sides, amountMinor);
}

/** A line of an affiliate's balance in one currency (M22). Minor units. */
export type BalanceLine = {
  /** The commission, adjustment or payment whose line it is. */
  readonly lineId: string;
  /** The ledger sequence of the line's first entry in `payable`. */
  readonly sequence: bigint;
  /** Its amount in `payable` less what payments cover of it; below zero it is a deduction. */
  readonly openMinor: bigint;
  /** Credits recorded after the payout's cutoff, which its payments leave open. */
  readonly laterMinor: bigint;
};

/** The part of a line that a payment pays, or below zero deducts. Minor units, never zero. */
type Covering = { readonly lineId: string; readonly amountMinor: bigint };

/** The part of a line that a payment can cover: a deduction whole, a credit without what came after the cutoff. Minor units. */
export function coverableMinor({
  openMinor,
  laterMinor,
}: Pick<BalanceLine, "openMinor" | "laterMinor">): bigint {
  if (openMinor <= 0n) return openMinor;
  return openMinor > laterMinor ? openMinor - laterMinor : 0n;
}

/**
 * M22: the lines that a payment covers, oldest first. Deductions are covered whole, then credits until both together are
 * the payment's amount and the part of the fee that the affiliate bears; the last credit may be covered in part.
 * `restMinor` is what the lines cannot cover: zero for a planned payment.
 */
export function coverLines(
  lines: readonly BalanceLine[],
  totalMinor: bigint,
): { readonly coverings: readonly Covering[]; readonly restMinor: bigint } {
  const oldestFirst = lines.toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1));
  const deductions = oldestFirst
    .filter((line) => line.openMinor < 0n)
    .map(({ lineId, openMinor }) => ({ lineId, amountMinor: openMinor }));
  let restMinor = deductions.reduce((rest, { amountMinor }) => rest - amountMinor, totalMinor);
  const credits: Covering[] = [];
  for (const line of oldestFirst) {
    const coverable = coverableMinor(line);
    if (coverable <= 0n || restMinor === 0n) continue;
    const amountMinor = coverable < restMinor ? coverable : restMinor;
    credits.push({ lineId: line.lineId, amountMinor });
    restMinor -= amountMinor;
  }
  return { coverings: [...deductions, ...credits], restMinor };
}

/** States of a covering: its money is on its way, paid, or back on the balance. */
const coveringStates = ["in_payout", "paid", "uncovered"] as const;
export type CoveringState = (typeof coveringStates)[number];

/** M22: a payment covers its lines until it ends without having paid them. */
export function coveringState(status: ItemState): CoveringState {
  if (isOpen(status)) return "in_payout";
  return status === "settled" ? "paid" : "uncovered";
}
