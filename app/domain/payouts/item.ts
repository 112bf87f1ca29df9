import type { AffiliateId, PayoutItemId } from "../ids.ts";
import {
  type Account,
  affiliateAccount,
  draftTransfer,
  shopAccount,
  type TransferCode,
  type TransferDraft,
} from "../ledger/entries.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { PayoutMethod } from "./method.ts";

/** States of a payment. From `sending` until an end state, the money may be on its way. */
export const itemStates = [
  /** Posted as started, not sent. */
  "planned",
  /** In a file or request that may have reached the provider. */
  "sending",
  /** A try ended without an answer. The provider may or may not have it (M17). */
  "unknown",
  /** The provider accepted it and is processing it. */
  "sent",
  /** The provider holds it for review. */
  "held",
  /** Offered to an address without an account. It comes back automatically after some weeks. */
  "unclaimed",
  /** A person has to check it: several answers of the provider fit, or none. */
  "person",
  /** The affiliate received it. */
  "settled",
  /** Came back, before or after the affiliate received it. */
  "returned",
  /** The provider did not pay it. */
  "failed",
  /** Canceled before it was sent. */
  "cancelled",
] as const;
export type ItemState = (typeof itemStates)[number];

/** End states. All other states count as open (M16). */
export const endStates = [
  "settled",
  "returned",
  "failed",
  "cancelled",
] as const satisfies readonly ItemState[];

export function isOpen(state: ItemState): boolean {
  return !(endStates as readonly ItemState[]).includes(state);
}

/** Outcomes that a provider reports, in its own order of events. */
export const outcomes = ["sent", "held", "unclaimed", "settled", "returned", "failed"] as const;
export type Outcome = (typeof outcomes)[number];

/** State of a payment, and if the affiliate ever received it. */
export type ItemStand = { readonly status: ItemState; readonly wasSettled: boolean };

/**
 * State of a payment after a provider's report. Reports arrive late, twice and out of order; an outdated one
 * changes nothing (`same`). One that cannot follow from the known state needs a person (`contradiction`).
 */
export function nextState({ status, wasSettled }: ItemStand, outcome: Outcome): NextState {
  return status === outcome ? "same" : outcomesHeard[status](outcome, wasSettled);
}

type NextState = ItemState | "same" | "contradiction";
type OutcomeRule = (outcome: Outcome, wasSettled: boolean) => NextState;

const contradicts: OutcomeRule = () => "contradiction";
const takesOver: OutcomeRule = (outcome) => outcome;
/** `sent` is an earlier step, so it changes nothing. */
const isFurther: OutcomeRule = (outcome) => (outcome === "sent" ? "same" : outcome);

/** The next state by the present one and the reported outcome. */
const outcomesHeard: Readonly<Record<ItemState, OutcomeRule>> = {
  planned: contradicts,
  sending: takesOver,
  unknown: takesOver,
  sent: takesOver,
  held: isFurther,
  unclaimed: isFurther,
  person: takesOver,
  // Only a return can follow. A failure contradicts the payment, and any other report is outdated.
  settled: (outcome) => {
    if (outcome === "returned") return "returned";
    return outcome === "failed" ? "contradiction" : "same";
  },
  // A late report of an earlier success is fine. If the payment was never settled, it was paid after it had
  // been returned to the balance.
  returned: (outcome, wasSettled) => (outcome === "settled" && !wasSettled ? "contradiction" : "same"),
  // After a failure, only a success is a contradiction. In all other cases the affiliate has nothing either.
  failed: (outcome) => (outcome === "settled" ? "contradiction" : "same"),
  cancelled: contradicts,
};

/** Steps that the app itself takes. */
const steps = ["sending", "unknown", "person", "cancelled"] as const;
type Step = (typeof steps)[number];

/** A person's decision where no provider reports, or where several answers fit. */
export type Decided = "settled" | "returned" | "failed";

/** A change of a payment's state, with its source. */
export type Move =
  | { readonly said: "provider"; readonly to: Outcome }
  | { readonly said: "app"; readonly to: Step }
  | { readonly said: "person"; readonly to: Decided };

/**
 * State of a payment after a change. `same`: it is in that state already, or the change is outdated.
 * `contradiction`: no money moves, and a person has to look at it.
 */
export function afterMove(item: ItemStand, move: Move): ItemState | "same" | "contradiction" {
  if (move.said === "provider") return nextState(item, move.to);
  if (item.status === move.to) return "same";
  return move.said === "app" ? afterStep(item.status, move.to) : afterDecision(item, move.to);
}

/** States from which each step is possible. In any other state the payment is further along. */
const stepsFrom: Record<Step, readonly ItemState[]> = {
  sending: ["planned"],
  unknown: ["sending"],
  person: ["sending", "unknown", "sent", "held", "unclaimed"],
  // Nothing was sent: the file or request was never tried, or clearly refused before.
  cancelled: ["planned", "sending"],
};

function afterStep(state: ItemState, step: Step): ItemState | "same" {
  return stepsFrom[step].includes(state) ? step : "same";
}

/**
 * A person decides about any open payment. A settled one may come back, and one that counts as not paid may
 * turn out to be paid. A payment that came back after it was settled stays so; paying it again is a new
 * payment.
 */
function afterDecision({ status, wasSettled }: ItemStand, to: Decided): ItemState | "contradiction" {
  if (isOpen(status)) return to;
  if (status === "settled") return "returned";
  const isBack = status === "returned" && wasSettled;
  return to === "settled" && !isBack ? "settled" : "contradiction";
}

/** A payment as its postings need it. Minor units. */
export type PayoutPosting = {
  readonly itemId: PayoutItemId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** Amount that the provider pays. */
  readonly amountMinor: bigint;
  /** The affiliate's part of the fee. */
  readonly withheldMinor: bigint;
  /** Grows by one with every posting of this payment, under its row's lock (M3). */
  readonly revision: number;
};

/**
 * M16: a planned payment moves from payable to in transit.
 * @throws ImpossibleTransferError when the amount is not above zero
 */
export function startEntries(item: PayoutPosting): TransferDraft[] {
  return [moveTransfer(item, "payout_started", ["payable", "in_transit"], item.amountMinor)];
}

/**
 * Ledger entries for a change of a payment's state; empty when no money moves. A settled payment is paid, and
 * the affiliate's part of the fee is taken. One that is returned, failed or canceled becomes available again,
 * from in transit or, once it was settled, from paid. Fees that the affiliate bore are kept (M2); the shop's
 * part is posted by `feeEntries`.
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

/** Transfers for the part of a fee beyond what is posted, from the bank; or back to it for less (M2). */
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

/** Facts about a payment that decide if a person may record its outcome. */
export type Decidable = ItemStand & {
  readonly method: PayoutMethod;
  /** Impossible report of a provider, or ''. */
  readonly contradiction: string;
};

const staysSo = refuse("conflict", "What came back stays so: pay it again with another batch");

/**
 * Reason why a person cannot record this outcome, or null. People decide payments that no provider reports on
 * or that a provider left open. While a provider may still pay, recording a failure would let the payment be
 * made twice.
 */
export function refusalOfDecision(item: Decidable, to: Decided): Refusal | null {
  const { status, method } = item;
  if (status === "person" || item.contradiction !== "") {
    return afterMove(item, { said: "person", to }) === "contradiction" ? staysSo : null;
  }
  if (method === "paypal" || method === "store_credit") {
    return refuse("not-possible", "What becomes of this payment its provider tells by itself");
  }
  if (method === "bank" && status === "sending") {
    return refuse("conflict", "Its file has not been downloaded yet: download it, or cancel it");
  }
  return isOpen(status) || status === to || mayTurn(status, to) ? null : staysSo;
}

/** A paid payment may come back, and a failed one may turn out to be paid. */
function mayTurn(status: ItemState, to: Decided): boolean {
  return status === "settled" ? to !== "settled" : status === "failed" && to === "settled";
}

/** True for an unclaimed payment that only PayPal can cancel. */
export function isToBeTakenBack({ status, method }: Pick<Decidable, "status" | "method">): boolean {
  return status === "unclaimed" && method === "paypal";
}
