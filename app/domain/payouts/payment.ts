import type { PaymentEventName } from "#app/domain/events.ts";
import type { AffiliateId, PaymentId } from "../ids.ts";
import {
  type Account,
  affiliateAccount,
  draftEntry,
  shopAccount,
  type EntryCode,
  type EntryDraft,
} from "../ledger/entries.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { PayoutMethod } from "./method.ts";

/** States of a payment. From `sending` until an end state, the money may be on its way. */
export const paymentStates = [
  /** Posted as started, not sent. */
  "planned",
  /** In a file or request that may have reached the provider. */
  "sending",
  /** An attempt ended without an answer. The provider may or may not have it (M17). */
  "checking",
  /** The provider accepted it and is processing it. */
  "sent",
  /** The provider holds it for review. */
  "in_review",
  /** Offered to an address without an account. It comes back automatically after some weeks. */
  "unclaimed",
  /** A person has to check it: several answers of the provider fit, or none. */
  "needs_attention",
  /** The affiliate received it. */
  "paid",
  /** Came back, before or after the affiliate received it. */
  "returned",
  /** The provider did not pay it. */
  "failed",
  /** Canceled before it was sent. */
  "canceled",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** End states. All other states count as open (M16). */
export const endStates = [
  "paid",
  "returned",
  "failed",
  "canceled",
] as const satisfies readonly PaymentState[];

export function isOpen(state: PaymentState): boolean {
  return !(endStates as readonly PaymentState[]).includes(state);
}

/** Outcomes that a provider reports, in its own order of events. */
export const outcomes = ["sent", "in_review", "unclaimed", "paid", "returned", "failed"] as const;
export type Outcome = (typeof outcomes)[number];

/** State of a payment; true if the affiliate ever received it. */
export type PaymentProgress = { readonly status: PaymentState; readonly wasPaid: boolean };

/**
 * State of a payment after a provider's report. Reports arrive late, twice and out of order; an outdated one
 * changes nothing (`same`). One that cannot follow from the known state needs a person (`contradiction`).
 */
export function nextState({ status, wasPaid }: PaymentProgress, outcome: Outcome): NextState {
  return status === outcome ? "same" : nextStates[status](outcome, wasPaid);
}

type NextState = PaymentState | "same" | "contradiction";
type OutcomeRule = (outcome: Outcome, wasPaid: boolean) => NextState;

const contradicts: OutcomeRule = () => "contradiction";
const takesOver: OutcomeRule = (outcome) => outcome;
/** `sent` is an earlier step, so it changes nothing. */
const isFurther: OutcomeRule = (outcome) => (outcome === "sent" ? "same" : outcome);

/** The next state by the current one and the reported outcome. */
const nextStates: Readonly<Record<PaymentState, OutcomeRule>> = {
  planned: contradicts,
  sending: takesOver,
  checking: takesOver,
  sent: takesOver,
  in_review: isFurther,
  unclaimed: isFurther,
  needs_attention: takesOver,
  // Only a return can follow. A failure contradicts the payment, and any other report is outdated.
  paid: (outcome) => {
    if (outcome === "returned") return "returned";
    return outcome === "failed" ? "contradiction" : "same";
  },
  // A late report of an earlier success is fine. If the payment was never paid, it was paid after it had been
  // returned to the balance.
  returned: (outcome, wasPaid) => (outcome === "paid" && !wasPaid ? "contradiction" : "same"),
  // After a failure, only a success is a contradiction. In all other cases the affiliate has nothing either.
  failed: (outcome) => (outcome === "paid" ? "contradiction" : "same"),
  canceled: contradicts,
};

/** Steps that the app itself takes. */
const steps = ["sending", "checking", "needs_attention", "canceled"] as const;
type Step = (typeof steps)[number];

/** A person's decision where no provider reports, or where several answers fit. */
export type DecidedOutcome = "paid" | "returned" | "failed";

/** A change of a payment's state, with its source. */
export type Move =
  | { readonly said: "provider"; readonly to: Outcome }
  | { readonly said: "app"; readonly to: Step }
  | { readonly said: "person"; readonly to: DecidedOutcome };

/**
 * State of a payment after a change. `same`: it is in that state already, or the change is outdated.
 * `contradiction`: no money moves, and a person has to look at it.
 */
export function afterMove(payment: PaymentProgress, move: Move): PaymentState | "same" | "contradiction" {
  if (move.said === "provider") return nextState(payment, move.to);
  if (payment.status === move.to) return "same";
  return move.said === "app" ? afterStep(payment.status, move.to) : afterDecision(payment, move.to);
}

/** States from which each step is possible. In any other state the payment is further along. */
const stepsFrom: Record<Step, readonly PaymentState[]> = {
  sending: ["planned"],
  checking: ["sending"],
  needs_attention: ["sending", "checking", "sent", "in_review", "unclaimed"],
  // Nothing was sent: the file or request was never tried, or clearly refused before.
  canceled: ["planned", "sending"],
};

function afterStep(state: PaymentState, step: Step): PaymentState | "same" {
  return stepsFrom[step].includes(state) ? step : "same";
}

/**
 * A person decides about any open payment. A paid one may come back, and one that counts as not paid may turn
 * out to be paid. A payment that came back after it was paid stays returned. Paying it again is a new
 * payment.
 */
function afterDecision(
  { status, wasPaid }: PaymentProgress,
  to: DecidedOutcome,
): PaymentState | "contradiction" {
  if (isOpen(status)) return to;
  if (status === "paid") return "returned";
  const isBack = status === "returned" && wasPaid;
  return to === "paid" && !isBack ? "paid" : "contradiction";
}

/** A payment as its postings need it. Minor units. */
export type PayoutPosting = {
  readonly paymentId: PaymentId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** Amount that the provider pays. */
  readonly amountMinor: bigint;
  /** The affiliate's share of the fee. */
  readonly withheldMinor: bigint;
  /** Grows by one with every posting of this payment, under its row's lock (M3). */
  readonly revision: number;
};

/**
 * M16: a planned payment moves from payable to in transit.
 * @throws ImpossibleEntryError when the amount is not above zero
 */
export function startEntries(payment: PayoutPosting): EntryDraft[] {
  return [moveEntry(payment, "payout_started", ["payable", "in_transit"], payment.amountMinor)];
}

/**
 * Ledger entries for a change of a payment's state; empty when no money moves. A paid payment takes the
 * affiliate's share of the fee. One that is returned, failed or canceled becomes available again, from in
 * transit or, once it was paid, from paid. Fees that the affiliate bore are kept (M2). `feeEntries` posts the
 * shop's share.
 */
export function entriesForEnd(payment: PayoutPosting, from: PaymentState, to: PaymentState): EntryDraft[] {
  if (to === "paid") {
    const drafts = [moveEntry(payment, "payout_settled", ["in_transit", "paid"], payment.amountMinor)];
    if (payment.withheldMinor > 0n) drafts.push(withheldEntry(payment));
    return drafts;
  }
  if (to !== "returned" && to !== "failed" && to !== "canceled") return [];
  const source = from === "paid" ? "paid" : "in_transit";
  return [moveEntry(payment, "payout_returned", [source, "payable"], payment.amountMinor)];
}

/**
 * Ledger entries for the part of a fee beyond the posted one, from the bank, or back to it for a lower fee
 * (M2).
 */
export function feeEntries(payment: PayoutPosting, postedMinor: bigint, feeMinor: bigint): EntryDraft[] {
  const more = feeMinor - postedMinor;
  if (more === 0n) return [];
  const [fees, bank] = [shopAccount("fees"), shopAccount("bank")];
  return more > 0n
    ? [paymentEntry(payment, "fee", [fees, bank], more)]
    : [paymentEntry(payment, "fee", [bank, fees], -more)];
}

function withheldEntry(payment: PayoutPosting): EntryDraft {
  const [debit, credit] = [affiliateAccount("payable", payment.affiliateId), shopAccount("fees")];
  return paymentEntry(payment, "fee", [debit, credit], payment.withheldMinor);
}

function moveEntry(
  payment: PayoutPosting,
  code: EntryCode,
  [from, to]: readonly ["payable" | "in_transit" | "paid", "payable" | "in_transit" | "paid"],
  amountMinor: bigint,
): EntryDraft {
  const sides = [
    affiliateAccount(from, payment.affiliateId),
    affiliateAccount(to, payment.affiliateId),
  ] as const;
  return paymentEntry(payment, code, sides, amountMinor);
}

function paymentEntry(
  { paymentId, currency, revision }: PayoutPosting,
  code: EntryCode,
  sides: readonly [Account, Account],
  amountMinor: bigint,
): EntryDraft {
  const subject = { kind: "payment", id: paymentId } as const;
  return draftEntry({ subject, currency, revision }, code, sides, amountMinor);
}

/** A line of an affiliate's balance in one currency (M22). Minor units. */
export type BalanceLine = {
  /** The commission, adjustment or payment that the line belongs to. */
  readonly lineId: string;
  /** Sequence of the line's first ledger entry in `payable`. */
  readonly sequence: bigint;
  /** Its amount in `payable` less the parts that payments cover. Below zero it is a deduction. */
  readonly openMinor: bigint;
  /** Credits recorded after the payout's cutoff, which its payments leave open. */
  readonly laterMinor: bigint;
};

/** The part of a line that a payment pays, or below zero deducts. Minor units, never zero. */
type Covering = { readonly lineId: string; readonly amountMinor: bigint };

/**
 * The part of a line that a payment can cover: all of a deduction, and a credit without amounts after the
 * cutoff. Minor units.
 */
export function coverableMinor({
  openMinor,
  laterMinor,
}: Pick<BalanceLine, "openMinor" | "laterMinor">): bigint {
  if (openMinor <= 0n) return openMinor;
  return openMinor > laterMinor ? openMinor - laterMinor : 0n;
}

/**
 * M22: the lines that a payment covers, oldest first. Deductions are covered whole, then credits until the
 * sum is the payment's amount and the affiliate's share of the fee. The last credit may be covered in part.
 * `restMinor` is the amount that the lines cannot cover: zero for a planned payment.
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

/** States of a covering: its money is in transit, paid, or back in the balance. */
const coveringStates = ["in_payout", "paid", "uncovered"] as const;
export type CoveringState = (typeof coveringStates)[number];

/** M22: a payment covers its lines until it ends unpaid. */
export function coveringState(status: PaymentState): CoveringState {
  if (isOpen(status)) return "in_payout";
  return status === "paid" ? "paid" : "uncovered";
}

/** Facts about a payment that decide if a person may record its outcome. */
export type DecidablePayment = PaymentProgress & {
  readonly method: PayoutMethod;
  /** Impossible report of a provider, or ''. */
  readonly contradiction: string;
};

const returnIsFinal = refuse("conflict", { code: "return_is_final" });

/**
 * Reason why a person cannot record this outcome, or null. People decide payments that no provider reports on
 * or that a provider left open. While a provider may still pay, recording a failure would let the payment be
 * made twice.
 */
export function refusalOfDecision(payment: DecidablePayment, to: DecidedOutcome): Refusal | null {
  const { status, method } = payment;
  if (status === "needs_attention" || payment.contradiction !== "") {
    return afterMove(payment, { said: "person", to }) === "contradiction" ? returnIsFinal : null;
  }
  if (method === "paypal" || method === "store_credit") {
    return refuse("not-possible", { code: "provider_decides" });
  }
  if (method === "bank" && status === "sending") {
    return refuse("conflict", { code: "file_not_downloaded" });
  }
  return isOpen(status) || status === to || mayTurn(status, to) ? null : returnIsFinal;
}

/** A paid payment may come back, and a failed one may turn out to be paid. */
function mayTurn(status: PaymentState, to: DecidedOutcome): boolean {
  return status === "paid" ? to !== "paid" : status === "failed" && to === "paid";
}

/** True for an unclaimed payment that only PayPal can cancel. */
export function isReturnable({ status, method }: Pick<DecidablePayment, "status" | "method">): boolean {
  return status === "unclaimed" && method === "paypal";
}

const paymentEvents: Readonly<Record<string, PaymentEventName>> = {
  sent: "payment.sent",
  paid: "payment.paid",
  unclaimed: "payment.unclaimed",
  returned: "payment.returned",
  failed: "payment.failed",
};

/** The event of a payment's new state. Null for states without an event. */
export function paymentEventOf(state: string): PaymentEventName | null {
  return paymentEvents[state] ?? null;
}
