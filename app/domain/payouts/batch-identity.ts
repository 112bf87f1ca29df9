/** What transfers about the items of a batch come to, by their code, what they debit, and how the items stand. */
export type BatchSum = {
  readonly code: string;
  /** The account that is debited, by its name. */
  readonly debit: string;
  readonly isCancelled: boolean;
  readonly amountMinor: bigint;
};

/** Terms of a batch's books that no code and no account of the ledger tells apart. */
export const batchParts = ["returned", "cancelled", "fee", "withheld"] as const;
export type BatchPart = (typeof batchParts)[number];

/**
 * M15 of a batch: what was started is settled, came back, was cancelled, or is still in transit. What is in transit is
 * told by the items that are open, all else by the transfers, so that a posting which does not belong to them shows.
 * Minor units.
 */
export type BatchIdentity = {
  readonly startedMinor: bigint;
  /** Less what came back after it was settled. */
  readonly settledMinor: bigint;
  readonly returnedMinor: bigint;
  readonly cancelledMinor: bigint;
  readonly inTransitMinor: bigint;
  /** Zero when it holds. */
  readonly differenceMinor: bigint;
  /** What the provider kept, less what it gave back, at the shop's cost; and what affiliates bore of it. */
  readonly feeMinor: bigint;
  readonly withheldMinor: bigint;
};

export function batchIdentity(sums: readonly BatchSum[], openMinor: bigint): BatchIdentity {
  const of = (code: string, debit: string, isCancelled?: boolean): bigint =>
    sums
      .filter((one) => one.code === code && one.debit === debit)
      .filter((one) => isCancelled === undefined || one.isCancelled === isCancelled)
      .reduce((sum, one) => sum + one.amountMinor, 0n);
  const startedMinor = of("payout_started", "payable");
  const cameBack = of("payout_returned", "paid");
  const settledMinor = of("payout_settled", "in_transit") - cameBack;
  const returnedMinor = of("payout_returned", "in_transit", false) + cameBack;
  const cancelledMinor = of("payout_returned", "in_transit", true);
  const told = settledMinor + returnedMinor + cancelledMinor + openMinor;
  return {
    startedMinor,
    settledMinor,
    returnedMinor,
    cancelledMinor,
    inTransitMinor: openMinor,
    differenceMinor: startedMinor - told,
    feeMinor: of("fee", "fees") - of("fee", "bank"),
    withheldMinor: of("fee", "payable"),
  };
}
