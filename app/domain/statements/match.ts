import {
  type Decidable,
  isOpen,
  isToBeTakenBack,
  type ItemState,
  type Outcome,
  refusalOfDecision,
} from "../payouts/item.ts";
import type { PayoutMethod } from "../payouts/method.ts";

/** How a line of a bank statement compares with the books. */
export const matches = [
  /** Both agree to the cent. */
  "matched",
  /** Paid in the statement, not settled in the books. */
  "settled",
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
  /** Sent or settled in the books, absent from the statement. */
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
 * Ways to resolve a line. All except `choose` and `noted` post something. `take-back` asks PayPal to cancel an
 * unclaimed payment: if it were only returned to the balance, it could still be claimed.
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
export type LineSaid = {
  readonly outcome: Outcome | "unclear";
  readonly amountMinor: bigint;
  /** Null when the statement has no fee. */
  readonly feeMinor: bigint | null;
  readonly currency: string;
};

export type ItemKnown = Decidable & {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** Part of the fee that the affiliate bears. */
  readonly withheldMinor: bigint;
  readonly currency: string;
  readonly settledAt?: Date | null;
  readonly sentAt: Date | null;
};

/** Match by the line's outcome when the payment is open or paid in the books. Otherwise both agree. */
const unlike: Record<Exclude<Outcome, "settled">, Match> = {
  returned: "returned",
  failed: "returned",
  unclaimed: "unclaimed",
  sent: "pending",
  held: "pending",
};

/** Compares a line with its payment, if it has one. */
export function matchOf(line: LineSaid, item: ItemKnown | null): Match {
  if (line.outcome === "unclear") return "unclear";
  if (!item) return "unexpected";
  if (line.currency !== item.currency || line.amountMinor !== item.amountMinor) return "amount";
  if (line.outcome === "settled") return matchOfPaid(line, item);
  return countsAsPaid(item) ? unlike[line.outcome] : "matched";
}

function matchOfPaid(line: LineSaid, item: ItemKnown): Match {
  if (item.status === "settled" || (item.status === "returned" && item.wasSettled)) {
    return line.feeMinor !== null && line.feeMinor !== item.feeMinor ? "fee" : "matched";
  }
  // Canceled here before it was sent, but paid by the provider: no payment accounts for this money.
  return item.status === "cancelled" ? "unexpected" : "settled";
}

/** True for payments that are open or paid in the books. */
function countsAsPaid({ status }: ItemKnown): boolean {
  return isOpen(status) || status === "settled";
}

const usualSteps = {
  matched: [],
  settled: ["settle", "noted"],
  returned: ["return", "noted"],
  pending: ["noted"],
  unclear: ["choose", "noted"],
} as const satisfies Partial<Record<Match, readonly Step[]>>;

type Stands = {
  readonly item: ItemKnown | null;
  readonly line: LineSaid;
  /** End of the statement's period. Absent when the statement covers no period beyond its lines. */
  readonly until?: Date;
};

/** Possible steps for a line. The first is recommended. Empty when there is nothing to do. */
export function stepsFor(match: Match, { item, line, until }: Stands): readonly Step[] {
  if (match === "unreadable") return stepsForUnreadable(item);
  if (match === "missing" || match === "awaited") return stepsForMissing(item, until);
  if (match === "unclaimed") return stepsForUnclaimed(item);
  if (match === "fee") return item ? stepsForFee(line, item) : ["noted"];
  if (match !== "amount" && match !== "unexpected") return usualSteps[match];
  if (!item) return stepsForNone(line);
  if (item.currency === line.currency) {
    const usual = stepsOfAmount(line, item);
    return match === "amount" ? withChoice(usual) : usual;
  }
  // Money paid in addition to a payment does not change the payment.
  return match === "unexpected" ? ["exchange", "noted"] : stepsInOtherCurrency(line, item);
}

/** A return of an unrecorded payment is recorded as paid and returned. */
function stepsForNone({ outcome }: LineSaid): readonly Step[] {
  return outcome === "settled" || outcome === "returned" ? ["record", "choose", "noted"] : ["noted"];
}

/**
 * An open payment that is absent from the statement may still arrive. It can be returned only if a person may
 * decide that, not while a provider or bank may still pay it. An open payment that arrived after the statement
 * is no longer missing.
 */
function stepsForMissing(item: ItemKnown | null, until: Date | undefined): readonly Step[] {
  if (item && until && isLaterThan(until, item)) return ["noted"];
  if (!item || !isOpen(item.status)) return ["return", "noted"];
  if (isToBeTakenBack(item)) return ["take-back", "noted"];
  return refusalOfDecision(item, "returned") === null ? ["return", "noted"] : ["noted"];
}

/** True when the statement ends before the payment arrived or is due to arrive. */
function isLaterThan(until: Date, item: ItemKnown): boolean {
  const { status, settledAt } = item;
  const hasArrivedLater = status === "settled" && settledAt && settledAt >= until;
  return Boolean(hasArrivedLater) || awaitedUntil(item, until) !== null;
}

/** Unless PayPal cancels it, the receiver can still claim it. */
function stepsForUnclaimed(item: ItemKnown | null): readonly Step[] {
  return item && isToBeTakenBack(item) ? ["take-back", "noted"] : ["noted"];
}

/** A row with another amount may belong to another payment. */
function withChoice(usual: readonly Step[]): readonly Step[] {
  return usual[0] === "adjust" ? ["adjust", "choose", "noted"] : usual;
}

/**
 * Steps for another amount: a final outcome is adjusted or returned. While it may still be paid, nothing is
 * posted.
 */
function stepsOfAmount({ outcome }: LineSaid, item: ItemKnown): readonly Step[] {
  if (outcome === "unclaimed") return stepsForUnclaimed(item);
  if (outcome === "sent" || outcome === "held") return ["noted"];
  return outcome === "failed" && isOpen(item.status) ? ["return", "noted"] : ["adjust", "noted"];
}

/**
 * The account can't be read any more. A person confirms payments that were reported as paid, and decides about
 * open ones.
 */
function stepsForUnreadable(item: ItemKnown | null): readonly Step[] {
  return item && isOpen(item.status) ? ["settle", "return", "noted"] : ["noted", "return"];
}

/**
 * The posted fee becomes the provider's fee. If that is lower, the affiliate gets back what they bore too much.
 */
function stepsForFee(line: LineSaid, item: ItemKnown): readonly Step[] {
  const { feeMinor } = line;
  if (feeMinor === null) return ["noted"];
  const isBorne = feeMinor < item.feeMinor && borneTooMuch(line, item) > 0n;
  return isBorne ? ["adjust", "noted"] : ["fee", "noted"];
}

/**
 * A row in another currency is the same payment, so it is settled or returned in the payment's own currency. If
 * the books say not paid, it is settled after all, or the balance is adjusted by the whole amount, as in the
 * same currency. If both say paid, only a person knows the value in the other currency. While the provider is
 * processing it, nothing is posted.
 */
function stepsInOtherCurrency({ outcome }: LineSaid, item: ItemKnown): readonly Step[] {
  if (outcome === "settled") return stepsOfPaidOtherwise(item);
  if (outcome === "unclaimed") return stepsForUnclaimed(item);
  const isBack = outcome === "returned" || outcome === "failed";
  return isBack && countsAsPaid(item) ? ["return", "noted"] : ["noted"];
}

function stepsOfPaidOtherwise(item: ItemKnown): readonly Step[] {
  const { status, wasSettled } = item;
  if (status === "settled" || (status === "returned" && wasSettled)) return ["exchange", "noted"];
  return status === "cancelled" ? ["adjust", "noted"] : ["settle", "noted"];
}

/** True when nothing can be posted yet, because the provider may still pay and will report later. */
export function isWaiting(
  match: Match,
  { item, outcome }: { readonly item: Decidable | null; readonly outcome: Outcome | null },
): boolean {
  if (match === "pending" || (match === "amount" && (outcome === "sent" || outcome === "held"))) return true;
  if (!item || !isOpen(item.status) || isToBeTakenBack(item)) return false;
  if (match === "missing") return refusalOfDecision(item, "returned") !== null;
  return match === "unclaimed" || (match === "amount" && outcome === "unclaimed");
}

/**
 * Amount that the step `adjust` adds to the affiliate's balance, negative if it takes. Minor units of the
 * payment's currency.
 */
export function adjustmentOf(match: Match, line: LineSaid, item: ItemKnown): bigint {
  // Paid in addition to the payment, so the whole amount is taken.
  if (match === "unexpected") return -line.amountMinor;
  return match === "fee" ? borneTooMuch(line, item) : adjustmentFor(line, item);
}

/**
 * Adjustment that makes the affiliate's balance agree with what the provider paid; negative if it takes. For a
 * payment that is or will be settled, the missing part. For one that counts as not paid, all of it. For
 * returned money, that amount less what was already given back.
 */
export function adjustmentFor(line: LineSaid, item: ItemKnown): bigint {
  if (line.outcome === "returned") return amountPaid(line, item) - givenBack(line, item);
  const paidThere = line.outcome === "settled" ? amountPaid(line, item) : 0n;
  return countsAsPaid(item) ? item.amountMinor - paidThere : -paidThere;
}

/** If a payment never counted as paid, its return changes nothing. */
function givenBack(line: LineSaid, item: ItemKnown): bigint {
  if (countsAsPaid(item)) return 0n;
  return item.wasSettled ? item.amountMinor : amountPaid(line, item);
}

/** A row in another currency stands for the whole payment. */
function amountPaid(line: LineSaid, item: ItemKnown): bigint {
  return line.currency === item.currency ? line.amountMinor : item.amountMinor;
}

/** Part of a withheld fee beyond the provider's fee, to be given back. Minor units. */
export function borneTooMuch({ feeMinor }: LineSaid, item: ItemKnown): bigint {
  const isMore = feeMinor !== null && item.status === "settled" && item.withheldMinor > feeMinor;
  return isMore ? item.withheldMinor - feeMinor : 0n;
}

/**
 * So long a bank's statement need not have a payment whose file was handed over: transfers take up to five working days,
 * and any seven days of the calendar have five.
 */
export const bankTakesDays = 7;

/**
 * So many days may lie between two statements that follow each other: a file begins and ends with a booking, and on a
 * long weekend there may be none.
 */
export const betweenStatementsDays = 3;

const dayMs = 86_400_000;

type Sent = {
  readonly method: PayoutMethod;
  readonly status: ItemState;
  readonly sentAt: Date | null;
};

/**
 * Milliseconds since 1970: how far a bank's statement has to go to tell whether it paid something, where this one, which ends at `until`, does not
 * go so far; null where it does, and where nobody awaits it any more. What a person said to be paid by then is awaited
 * too: they say it of the file, and the bank books it when it has worked it off.
 */
export function awaitedUntil({ method, status, sentAt }: Sent, until: Date): number | null {
  if (method !== "bank" || sentAt === null || !(isOpen(status) || status === "settled")) return null;
  const tellsMs = sentAt.getTime() + bankTakesDays * dayMs;
  return tellsMs > until.getTime() ? tellsMs : null;
}
