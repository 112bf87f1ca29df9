import { least } from "./numbers.ts";
import type { Terms, Threshold } from "./shapes.ts";

/** Why an affiliate has something: an order, a bonus that an order reached (T11), or a person (M12). */
export type Commission = {
  readonly key: string;
  readonly kind: "order" | "bonus" | "manual";
  readonly affiliateId: string;
  readonly programId: string | null;
  readonly orderId: string | null;
  /** Still waiting, and released. */
  pending: bigint;
  payable: bigint;
  decision: "approved" | "denied" | "held" | null;
  /** All that was pending has been released. */
  isReleased: boolean;
  /** Money was released once. */
  wasReleased: boolean;
  /** The end of the approval period whatever the facts say: for a manual commission, an approval, an edit after a release. */
  holdEnds: number | null;
  /** Terms under which the affiliate last had the credit for the order. */
  terms: Terms | null;
  readonly bonus: Reaching | null;
  readonly byHand: Given | null;
};

/** A manual commission: its amount, its approval period, and its approval. */
export type Given = {
  readonly amount: bigint;
  readonly approvalDays: number;
  readonly approval: Terms["approval"];
};

export type Reaching = {
  readonly terms: Terms;
  readonly atLeast: Threshold;
  readonly repeats: boolean;
  readonly ordinal: number;
  readonly amount: bigint;
};

export type Books = {
  readonly commissions: Map<string, Commission>;
  /** Adjustments by affiliate. */
  readonly adjusted: Map<string, bigint>;
  /** Opening balances and write-offs, by affiliate. */
  readonly opened: Map<string, { readonly pending: bigint; readonly payable: bigint }>;
};

export function newBooks(): Books {
  return { commissions: new Map(), adjusted: new Map(), opened: new Map() };
}

type Naming = Pick<Commission, "key" | "kind" | "affiliateId" | "programId" | "orderId">;
type Fixed = { readonly bonus?: Reaching; readonly byHand?: Given };

/** The commission of that key, made where there is none (M3). */
export function commissionIn(books: Books, naming: Naming, fixed: Fixed = {}): Commission {
  const known = books.commissions.get(naming.key);
  if (known !== undefined) return known;
  const made: Commission = {
    ...naming,
    bonus: fixed.bonus ?? null,
    byHand: fixed.byHand ?? null,
    pending: 0n,
    payable: 0n,
    decision: null,
    isReleased: false,
    wasReleased: false,
    holdEnds: null,
    terms: null,
  };
  books.commissions.set(naming.key, made);
  return made;
}

/** M2: a missing amount becomes pending; a surplus leaves pending first, then payable. Answers the difference. */
export function bringTo(commission: Commission, stands: bigint): bigint {
  const difference = stands - commission.pending - commission.payable;
  if (difference >= 0n) {
    commission.pending += difference;
    return difference;
  }
  const fromPending = least(commission.pending, -difference);
  commission.pending -= fromPending;
  commission.payable += difference + fromPending;
  return difference;
}

/** M2, M11 */
export function release(commission: Commission): void {
  commission.payable += commission.pending;
  commission.pending = 0n;
  commission.isReleased = true;
  commission.wasReleased = true;
}

/** Pending and payable balance of each affiliate. */
export function balancesOf(books: Books): Map<string, { pending: bigint; payable: bigint }> {
  const sums = new Map<string, { pending: bigint; payable: bigint }>();
  const add = (affiliateId: string, pending: bigint, payable: bigint): void => {
    const sum = sums.get(affiliateId) ?? { pending: 0n, payable: 0n };
    sums.set(affiliateId, { pending: sum.pending + pending, payable: sum.payable + payable });
  };
  for (const { affiliateId, pending, payable } of books.commissions.values()) {
    add(affiliateId, pending, payable);
  }
  for (const [affiliateId, amount] of books.adjusted) add(affiliateId, 0n, amount);
  for (const [affiliateId, { pending, payable }] of books.opened) add(affiliateId, pending, payable);
  return sums;
}
