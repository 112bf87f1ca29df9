import { awaitedUntil } from "./awaited.ts";
import {
  type DecidablePayment,
  isOpen,
  isReturnable,
  type Outcome,
  refusalOfDecision,
} from "../payouts/payment.ts";

/** How a line of a bank statement compares with the books. */
export const matches = [
  /** Both agree to the cent. */
  "matched",
  /** Paid in the statement, not paid in the books. */
  "paid",
  /** Returned or not paid in the statement, paid or open in the books. */
  "returned",
  /** Unclaimed in the statement. */
  "unclaimed",
  /** Still being processed in the statement. */
  "pending",
  /** The amount or currency differs. */
  "amount",
  /** The fee differs. */
  "fee",
  /** Sent or paid in the books, absent from the statement. */
  "missing",
  /** Sent to a bank so shortly before the statement's end that it may come later; see `awaitedUntil`. */
  "awaited",
  /** The store credit account no longer exists, so its transactions can't be read. */
  "unreadable",
  /** In the statement, but fits no payment. */
  "unexpected",
  /** The app can't interpret the row, so nothing is posted for it. */
  "unclear",
] as const;
export type Match = (typeof matches)[number];

/** Matches of lines that the app adds itself for payments absent from the statement. */
export const untold: ReadonlySet<string> = new Set<Match>(["missing", "awaited", "unreadable"]);

/**
 * Ways to resolve a line. All except `choose` and `noted` post something. `take-back` asks PayPal to cancel
 * an unclaimed payment: if it were only returned to the balance, it could still be claimed.
 */
export const steps = [
  "settle",
  "return",
  "take-back",
  "fee",
  "adjust",
  "exchange",
  "record",
  /** Selects the payment that the row is about. Moves no money. */
  "choose",
  "noted",
] as const;
export type Step = (typeof steps)[number];

/** Amounts in minor units, without a sign. */
export type StatementOutcome = {
  readonly outcome: Outcome | "unclear";
  readonly amountMinor: bigint;
  /** Null when the statement has no fee. */
  readonly feeMinor: bigint | null;
  readonly currency: string;
};

export type KnownPayment = DecidablePayment & {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** The affiliate's share of the fee. */
  readonly withheldMinor: bigint;
  readonly currency: string;
  readonly settledAt?: Date | null;
  readonly sentAt: Date | null;
};

/** Match by the line's outcome when the payment is open or paid in the books. Otherwise both agree. */
const unlike: Record<Exclude<Outcome, "paid">, Match> = {
  returned: "returned",
  failed: "returned",
  unclaimed: "unclaimed",
  sent: "pending",
  in_review: "pending",
};

/** Compares a line with its payment, if it has one. */
export function matchOf(line: StatementOutcome, payment: KnownPayment | null): Match {
  if (line.outcome === "unclear") return "unclear";
  if (!payment) return "unexpected";
  if (line.currency !== payment.currency || line.amountMinor !== payment.amountMinor) return "amount";
  if (line.outcome === "paid") return matchOfPaid(line, payment);
  return countsAsPaid(payment) ? unlike[line.outcome] : "matched";
}

function matchOfPaid(line: StatementOutcome, payment: KnownPayment): Match {
  if (payment.status === "paid" || (payment.status === "returned" && payment.wasPaid)) {
    return line.feeMinor !== null && line.feeMinor !== payment.feeMinor ? "fee" : "matched";
  }
  // Canceled here before it was sent, but paid by the provider: no payment accounts for this money.
  return payment.status === "canceled" ? "unexpected" : "paid";
}

/** True for payments that are open or paid in the books. */
function countsAsPaid({ status }: KnownPayment): boolean {
  return isOpen(status) || status === "paid";
}

const usualSteps = {
  matched: [],
  paid: ["settle", "noted"],
  returned: ["return", "noted"],
  pending: ["noted"],
  unclear: ["choose", "noted"],
} as const satisfies Partial<Record<Match, readonly Step[]>>;

type LineFacts = {
  readonly payment: KnownPayment | null;
  readonly line: StatementOutcome;
  /** End of the statement's period. Absent when the statement covers no period beyond its lines. */
  readonly until?: Date;
};

/** Possible steps for a line. The first is recommended. Empty when there is nothing to do. */
export function stepsFor(match: Match, { payment, line, until }: LineFacts): readonly Step[] {
  if (match === "unreadable") return stepsForUnreadable(payment);
  if (match === "missing" || match === "awaited") return stepsForMissing(payment, until);
  if (match === "unclaimed") return stepsForUnclaimed(payment);
  if (match === "fee") return payment ? stepsForFee(line, payment) : ["noted"];
  if (match !== "amount" && match !== "unexpected") return usualSteps[match];
  if (!payment) return stepsForNone(line);
  if (payment.currency === line.currency) {
    const usual = stepsOfAmount(line, payment);
    return match === "amount" ? withChoice(usual) : usual;
  }
  // Money paid in addition to a payment does not change the payment.
  return match === "unexpected" ? ["exchange", "noted"] : stepsInOtherCurrency(line, payment);
}

/** A return of an unrecorded payment is recorded as paid and returned. */
function stepsForNone({ outcome }: StatementOutcome): readonly Step[] {
  return outcome === "paid" || outcome === "returned" ? ["record", "choose", "noted"] : ["noted"];
}

/**
 * An open payment that is absent from the statement may still arrive. It can be returned only if a person may
 * decide that, not while a provider or bank may still pay it. An open payment that arrived after the statement
 * is no longer missing.
 */
function stepsForMissing(payment: KnownPayment | null, until: Date | undefined): readonly Step[] {
  if (payment && until && isLaterThan(until, payment)) return ["noted"];
  if (!payment || !isOpen(payment.status)) return ["return", "noted"];
  if (isReturnable(payment)) return ["take-back", "noted"];
  return refusalOfDecision(payment, "returned") === null ? ["return", "noted"] : ["noted"];
}

/** True when the statement ends before the payment arrived or is due to arrive. */
function isLaterThan(until: Date, payment: KnownPayment): boolean {
  const { status, settledAt } = payment;
  const hasArrivedLater = status === "paid" && settledAt && settledAt >= until;
  return Boolean(hasArrivedLater) || awaitedUntil(payment, until) !== null;
}

/** Unless PayPal cancels it, the receiver can still claim it. */
function stepsForUnclaimed(payment: KnownPayment | null): readonly Step[] {
  return payment && isReturnable(payment) ? ["take-back", "noted"] : ["noted"];
}

/** A row with another amount may belong to another payment. */
function withChoice(usual: readonly Step[]): readonly Step[] {
  return usual[0] === "adjust" ? ["adjust", "choose", "noted"] : usual;
}

/**
 * Steps for another amount: a final outcome is adjusted or returned. While it may still be paid, nothing is
 * posted.
 */
function stepsOfAmount({ outcome }: StatementOutcome, payment: KnownPayment): readonly Step[] {
  if (outcome === "unclaimed") return stepsForUnclaimed(payment);
  if (outcome === "sent" || outcome === "in_review") return ["noted"];
  return outcome === "failed" && isOpen(payment.status) ? ["return", "noted"] : ["adjust", "noted"];
}

/**
 * The account can't be read any more. A person confirms payments that were reported as paid, and decides about
 * open ones.
 */
function stepsForUnreadable(payment: KnownPayment | null): readonly Step[] {
  return payment && isOpen(payment.status) ? ["settle", "return", "noted"] : ["noted", "return"];
}

/**
 * The posted fee becomes the provider's fee. If that is lower, the affiliate gets back what they bore too much.
 */
function stepsForFee(line: StatementOutcome, payment: KnownPayment): readonly Step[] {
  const { feeMinor } = line;
  if (feeMinor === null) return ["noted"];
  const isBorne = feeMinor < payment.feeMinor && overchargedFee(line, payment) > 0n;
  return isBorne ? ["adjust", "noted"] : ["fee", "noted"];
}

/**
 * A row in another currency is the same payment, so it is settled or returned in the payment's own currency. If
 * the books say not paid, it is settled after all, or the balance is adjusted by the whole amount, as in the
 * same currency. If both say paid, only a person knows the value in the other currency. While the provider is
 * processing it, nothing is posted.
 */
function stepsInOtherCurrency({ outcome }: StatementOutcome, payment: KnownPayment): readonly Step[] {
  if (outcome === "paid") return stepsOfPaidOtherwise(payment);
  if (outcome === "unclaimed") return stepsForUnclaimed(payment);
  const isBack = outcome === "returned" || outcome === "failed";
  return isBack && countsAsPaid(payment) ? ["return", "noted"] : ["noted"];
}

function stepsOfPaidOtherwise(payment: KnownPayment): readonly Step[] {
  const { status, wasPaid } = payment;
  if (status === "paid" || (status === "returned" && wasPaid)) return ["exchange", "noted"];
  return status === "canceled" ? ["adjust", "noted"] : ["settle", "noted"];
}

/** True when nothing can be posted yet, because the provider may still pay and will report later. */
export function isWaiting(
  match: Match,
  { payment, outcome }: { readonly payment: DecidablePayment | null; readonly outcome: Outcome | null },
): boolean {
  if (match === "pending" || (match === "amount" && (outcome === "sent" || outcome === "in_review"))) {
    return true;
  }
  if (!payment || !isOpen(payment.status) || isReturnable(payment)) return false;
  if (match === "missing") return refusalOfDecision(payment, "returned") !== null;
  return match === "unclaimed" || (match === "amount" && outcome === "unclaimed");
}

/**
 * Amount that the step `adjust` adds to the affiliate's balance, negative if it takes. Minor units of the
 * payment's currency.
 */
export function adjustmentOf(match: Match, line: StatementOutcome, payment: KnownPayment): bigint {
  // Paid in addition to the payment, so the whole amount is taken.
  if (match === "unexpected") return -line.amountMinor;
  return match === "fee" ? overchargedFee(line, payment) : adjustmentFor(line, payment);
}

/**
 * Adjustment that makes the affiliate's balance agree with the amount that the provider paid; negative if it
 * takes. For a payment that is or will be paid, the missing part. For one that counts as not paid, all of it.
 * For returned money, that amount less the part already returned to the balance.
 */
export function adjustmentFor(line: StatementOutcome, payment: KnownPayment): bigint {
  if (line.outcome === "returned") return amountPaid(line, payment) - returnedToBalance(line, payment);
  const paidThere = line.outcome === "paid" ? amountPaid(line, payment) : 0n;
  return countsAsPaid(payment) ? payment.amountMinor - paidThere : -paidThere;
}

/** If a payment never counted as paid, its return changes nothing. */
function returnedToBalance(line: StatementOutcome, payment: KnownPayment): bigint {
  if (countsAsPaid(payment)) return 0n;
  return payment.wasPaid ? payment.amountMinor : amountPaid(line, payment);
}

/** A row in another currency stands for the whole payment. */
function amountPaid(line: StatementOutcome, payment: KnownPayment): bigint {
  return line.currency === payment.currency ? line.amountMinor : payment.amountMinor;
}

/** Part of a withheld fee beyond the provider's fee, to be given back. Minor units. */
export function overchargedFee({ feeMinor }: StatementOutcome, payment: KnownPayment): bigint {
  const isMore = feeMinor !== null && payment.status === "paid" && payment.withheldMinor > feeMinor;
  return isMore ? payment.withheldMinor - feeMinor : 0n;
}
