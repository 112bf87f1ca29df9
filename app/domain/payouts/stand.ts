import { isOpen, type ItemState } from "./item.ts";

/** What the books hold for one item, summed from its transfers. Minor units. */
export type PostedItem = {
  /** Payable to in transit, how often and how much. */
  readonly startedCount: number;
  /** What is in transit, and what is paid, after all of it. */
  readonly inTransitMinor: bigint;
  readonly paidMinor: bigint;
  /** Taken from payable for the fee. */
  readonly withheldMinor: bigint;
  /** Paid from the shop's bank for the fee. */
  readonly feeMinor: bigint;
  /** Transfers of the payment itself that are of another amount than the item. */
  readonly otherAmounts: number;
  /** The highest revision of their keys. */
  readonly revision: number;
};

export type ItemStand = {
  readonly status: ItemState;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  readonly feeMinor: bigint;
  readonly revision: number;
  readonly isClosed: boolean;
};

export const nothingPosted: PostedItem = {
  startedCount: 0,
  inTransitMinor: 0n,
  paidMinor: 0n,
  withheldMinor: 0n,
  feeMinor: 0n,
  otherAmounts: 0,
  revision: 0,
};

/**
 * M16: what of an item does not agree with its transfers; null where all of it does. An open item is in transit, a
 * settled one is paid, and of any other nothing is with the affiliate or on its way.
 */
export function faultOfItem(item: ItemStand, posted: PostedItem): string | null {
  if (posted.startedCount === 0) return "was never posted as started";
  if (posted.otherAmounts > 0) return `has ${posted.otherAmounts} transfers of another amount than its own`;
  const open = isOpen(item.status);
  if (open === item.isClosed) return `is ${item.status}, and ${item.isClosed ? "closed" : "not closed"}`;
  const inTransitMinor = open ? item.amountMinor : 0n;
  if (posted.inTransitMinor !== inTransitMinor) {
    return `is ${item.status}, and ${posted.inTransitMinor} of it are in transit, not ${inTransitMinor}`;
  }
  const paidMinor = item.status === "settled" ? item.amountMinor : 0n;
  if (posted.paidMinor !== paidMinor) {
    return `is ${item.status}, and ${posted.paidMinor} of it are paid, not ${paidMinor}`;
  }
  return faultOfFees(item, posted) ?? faultOfRevision(item, posted);
}

/** What was kept for a payment stays kept when it comes back (M2), so an item that ended so may have either. */
function faultOfFees({ status, withheldMinor, feeMinor }: ItemStand, posted: PostedItem): string | null {
  const isKept = posted.withheldMinor === withheldMinor;
  const isWithheld = status === "settled" ? isKept : isKept || posted.withheldMinor === 0n;
  if (!isWithheld) return `keeps ${withheldMinor} for fees, and ${posted.withheldMinor} are posted`;
  return posted.feeMinor === feeMinor ? null : `has a fee of ${feeMinor}, and ${posted.feeMinor} are posted`;
}

function faultOfRevision({ revision }: ItemStand, posted: PostedItem): string | null {
  return revision === posted.revision
    ? null
    : `is at revision ${revision}, and its transfers are at ${posted.revision}`;
}
