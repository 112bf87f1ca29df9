import { type Decidable, isToBeTakenBack, refusalOfDecision } from "../payouts/decide.ts";
import { isOpen, type Outcome } from "../payouts/item.ts";
import { awaitedUntil } from "./awaited.ts";

/** How a line stands to the payouts. */
export const matches = [
  /** Both say the same, to the cent. */
  "matched",
  /** Paid there, and not settled here. */
  "settled",
  /** It came back there, or was not paid, and counts as paid or open here. */
  "returned",
  /** Nobody has taken it there. */
  "unclaimed",
  /** On its way there. */
  "pending",
  /** Another amount or currency than here. */
  "amount",
  /** Another fee than is posted here. */
  "fee",
  /** Sent or settled here, and not in the statement. */
  "missing",
  /** Handed over to a bank so shortly before the end of the statement that it need not be in it: awaited.ts. */
  "awaited",
  /** The account is gone, and nobody can read what was booked on it. */
  "unreadable",
  /** In the statement, and no payout that it could be. */
  "unexpected",
  /** A row that is not understood: nothing is posted for it. */
  "unclear",
] as const;
export type Match = (typeof matches)[number];

/** What a line is called that the app wrote itself, of a payout of which the statement tells nothing. */
export const untold: ReadonlySet<string> = new Set<Match>(["missing", "awaited", "unreadable"]);

/**
 * What can be done about a line. All but `choose` and `noted` end in a posting. `take-back` asks PayPal to cancel what nobody claimed:
 * posted back by itself, it could still be claimed there.
 */
export const steps = [
  "settle",
  "return",
  "take-back",
  "fee",
  "adjust",
  "exchange",
  "record",
  /** Says which payment the row is about. Moves no money. */
  "choose",
  "noted",
] as const;
export type Step = (typeof steps)[number];

/** Amounts in minor units; of a line without their sign. */
export type LineSaid = {
  readonly outcome: Outcome | "unclear";
  readonly amountMinor: bigint;
  /** Null where the statement tells no fee. */
  readonly feeMinor: bigint | null;
  readonly currency: string;
};

export type ItemKnown = Decidable & {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** What the affiliate bears of the fee. */
  readonly withheldMinor: bigint;
  readonly currency: string;
  readonly settledAt?: Date | null;
  readonly sentAt: Date | null;
};

/** What a line is called of which the item is not at that end here; where it is, both say the same. */
const unlike: Record<Exclude<Outcome, "settled">, Match> = {
  returned: "returned",
  failed: "returned",
  unclaimed: "unclaimed",
  sent: "pending",
  held: "pending",
};

/** How a line stands to the item that it is about, or to none. */
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
  // Taken back here before anybody had it, and paid there all the same: money that nobody counted.
  return item.status === "cancelled" ? "unexpected" : "settled";
}

/** On its way or paid, as far as the books go; all else counts as not paid. */
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
  /** The end of what the statement tells of; left out where its lines are all that it tells. */
  readonly until?: Date;
};

/** What can be done about a line that stands so, the first of them is meant. Nothing where there is nothing to do. */
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
  // What was paid beside a payout changes nothing of it.
  return match === "unexpected" ? ["exchange", "noted"] : stepsInOtherCurrency(line, item);
}

/** Money back of a payment that nobody recorded is recorded as one that was paid and came back. */
function stepsForNone({ outcome }: LineSaid): readonly Step[] {
  return outcome === "settled" || outcome === "returned" ? ["record", "choose", "noted"] : ["noted"];
}

/**
 * What is open here and not in the statement may arrive after it: it is posted back where that is a person's word, and
 * left alone while a provider or a bank may still pay it. What was open then and arrived after it is missing no more.
 */
function stepsForMissing(item: ItemKnown | null, until: Date | undefined): readonly Step[] {
  if (item && until && isLaterThan(until, item)) return ["noted"];
  if (!item || !isOpen(item.status)) return ["return", "noted"];
  if (isToBeTakenBack(item)) return ["take-back", "noted"];
  return refusalOfDecision(item, "returned") === null ? ["return", "noted"] : ["noted"];
}

/** True where a statement that ends so says nothing of the payout: it arrived later, or may arrive later. */
function isLaterThan(until: Date, item: ItemKnown): boolean {
  const { status, settledAt } = item;
  const hasArrivedLater = status === "settled" && settledAt && settledAt >= until;
  return Boolean(hasArrivedLater) || awaitedUntil(item, until) !== null;
}

/** Whoever it was offered to may still take it, unless PayPal takes it back. */
function stepsForUnclaimed(item: ItemKnown | null): readonly Step[] {
  return item && isToBeTakenBack(item) ? ["take-back", "noted"] : ["noted"];
}

/** The row of another amount may be about another payment. */
function withChoice(usual: readonly Step[]): readonly Step[] {
  return usual[0] === "adjust" ? ["adjust", "choose", "noted"] : usual;
}

/** Of another amount: what is certain there is adjusted or posted back, and nothing while it may still be paid. */
function stepsOfAmount({ outcome }: LineSaid, item: ItemKnown): readonly Step[] {
  if (outcome === "unclaimed") return stepsForUnclaimed(item);
  if (outcome === "sent" || outcome === "held") return ["noted"];
  return outcome === "failed" && isOpen(item.status) ? ["return", "noted"] : ["adjust", "noted"];
}

/**
 * Nothing can be told from the account any more. What was told to be paid at its time stays so where a person confirms
 * it; of what is open a person knows whether it was paid.
 */
function stepsForUnreadable(item: ItemKnown | null): readonly Step[] {
  return item && isOpen(item.status) ? ["settle", "return", "noted"] : ["noted", "return"];
}

/** What is posted becomes what the provider kept; with a lower one the affiliate gets back what they bore too much. */
function stepsForFee(line: LineSaid, item: ItemKnown): readonly Step[] {
  const { feeMinor } = line;
  if (feeMinor === null) return ["noted"];
  const isBorne = feeMinor < item.feeMinor && borneTooMuch(line, item) > 0n;
  return isBorne ? ["adjust", "noted"] : ["fee", "noted"];
}

/**
 * What was paid or came back there in another currency is the same payment: it is settled or posted back here in its
 * own. Where it counts as not paid here, it is settled after all, or the balance is adjusted by all of it, as in the
 * payout's currency. Where both say that it was paid, only a person knows what the other currency was worth. Where the
 * provider still works on it, nothing is to be posted.
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

/** True where nothing can be posted yet: the provider may still pay it, and tells later. */
export function isWaiting(
  match: Match,
  { item, outcome }: { readonly item: Decidable | null; readonly outcome: Outcome | null },
): boolean {
  if (match === "pending" || (match === "amount" && (outcome === "sent" || outcome === "held"))) return true;
  if (!item || !isOpen(item.status) || isToBeTakenBack(item)) return false;
  if (match === "missing") return refusalOfDecision(item, "returned") !== null;
  return match === "unclaimed" || (match === "amount" && outcome === "unclaimed");
}

/** What the step `adjust` gives the affiliate of an item, below zero what it takes. Minor units of the item's currency. */
export function adjustmentOf(match: Match, line: LineSaid, item: ItemKnown): bigint {
  // What was paid beside a payout: all of it is taken.
  if (match === "unexpected") return -line.amountMinor;
  return match === "fee" ? borneTooMuch(line, item) : adjustmentFor(line, item);
}

/**
 * What an adjustment has to give, below zero to take, so that the affiliate's balance agrees with what the provider
 * paid: of an item that stays or becomes settled the part that is missing; of one that counts as not paid all of it. Of
 * money that came back it is that money, less what was given back already.
 */
export function adjustmentFor(line: LineSaid, item: ItemKnown): bigint {
  if (line.outcome === "returned") return amountPaid(line, item) - givenBack(line, item);
  const paidThere = line.outcome === "settled" ? amountPaid(line, item) : 0n;
  return countsAsPaid(item) ? item.amountMinor - paidThere : -paidThere;
}

/** Of what never counted as paid, money that came back changes nothing. */
function givenBack(line: LineSaid, item: ItemKnown): bigint {
  if (countsAsPaid(item)) return 0n;
  return item.wasSettled ? item.amountMinor : amountPaid(line, item);
}

/** What was paid in another currency is the whole payment. */
function amountPaid(line: LineSaid, item: ItemKnown): bigint {
  return line.currency === item.currency ? line.amountMinor : item.amountMinor;
}

/** What an affiliate bore of a fee beyond what the provider kept, to be given back. Minor units. */
export function borneTooMuch({ feeMinor }: LineSaid, item: ItemKnown): bigint {
  const isMore = feeMinor !== null && item.status === "settled" && item.withheldMinor > feeMinor;
  return isMore ? item.withheldMinor - feeMinor : 0n;
}
