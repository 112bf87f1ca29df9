import { isOpen, type PaymentState } from "./payment.ts";

/** Sums of a payment's ledger entries. Minor units. */
export type PostedPayment = {
  /** Number of entries from payable to in transit. */
  readonly startedCount: number;
  /** Balances in transit and paid after all entries. */
  readonly inTransitMinor: bigint;
  readonly paidMinor: bigint;
  /** Taken from payable for the fee. */
  readonly withheldMinor: bigint;
  /** Paid from the shop's bank for the fee. */
  readonly feeMinor: bigint;
  /** Number of entries of the payment itself with another amount. */
  readonly otherAmounts: number;
  /** Highest revision in the entries' keys. */
  readonly revision: number;
};

export type PaymentRecord = {
  readonly status: PaymentState;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  readonly feeMinor: bigint;
  readonly revision: number;
  readonly isClosed: boolean;
};

export const nothingPosted: PostedPayment = {
  startedCount: 0,
  inTransitMinor: 0n,
  paidMinor: 0n,
  withheldMinor: 0n,
  feeMinor: 0n,
  otherAmounts: 0,
  revision: 0,
};

/**
 * M16: how a payment disagrees with its ledger entries, or null. The amount of an open payment is in transit,
 * and that of a paid one is paid. In other states, both balances are zero.
 */
export function faultOfPayment(payment: PaymentRecord, posted: PostedPayment): string | null {
  if (posted.startedCount === 0) return "was never posted as started";
  if (posted.otherAmounts > 0) return `has ${posted.otherAmounts} transfers of another amount than its own`;
  const open = isOpen(payment.status);
  if (open === payment.isClosed) {
    return `is ${payment.status}, and ${payment.isClosed ? "closed" : "not closed"}`;
  }
  const inTransitMinor = open ? payment.amountMinor : 0n;
  if (posted.inTransitMinor !== inTransitMinor) {
    return `is ${payment.status}, and ${posted.inTransitMinor} of it are in transit, not ${inTransitMinor}`;
  }
  const paidMinor = payment.status === "paid" ? payment.amountMinor : 0n;
  if (posted.paidMinor !== paidMinor) {
    return `is ${payment.status}, and ${posted.paidMinor} of it are paid, not ${paidMinor}`;
  }
  return faultOfFees(payment, posted) ?? faultOfRevision(payment, posted);
}

/**
 * Withheld fees stay withheld when a payment comes back (M2), so one that is not paid may or may not have
 * them.
 */
function faultOfFees(
  { status, withheldMinor, feeMinor }: PaymentRecord,
  posted: PostedPayment,
): string | null {
  const isKept = posted.withheldMinor === withheldMinor;
  const isWithheld = status === "paid" ? isKept : isKept || posted.withheldMinor === 0n;
  if (!isWithheld) return `keeps ${withheldMinor} for fees, and ${posted.withheldMinor} are posted`;
  return posted.feeMinor === feeMinor ? null : `has a fee of ${feeMinor}, and ${posted.feeMinor} are posted`;
}

function faultOfRevision({ revision }: PaymentRecord, posted: PostedPayment): string | null {
  return revision === posted.revision
    ? null
    : `is at revision ${revision}, and its transfers are at ${posted.revision}`;
}
