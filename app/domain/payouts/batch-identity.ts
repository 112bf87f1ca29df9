/** Sum of a section's ledger entries with the same code, debit account and cancellation. */
export type BatchSum = {
  readonly code: string;
  /** Name of the debit account. */
  readonly debit: string;
  readonly isCancelled: boolean;
  readonly amountMinor: bigint;
};

/** Parts of a section's books that neither a code nor an account distinguishes. */
export const batchParts = ["returned", "cancelled", "fee", "withheld"] as const;
export type BatchPart = (typeof batchParts)[number];

/**
 * M15 for a section: started = paid + returned + canceled + still in transit. The part in transit comes from
 * the open payments and the rest from the ledger, so a posting that does not match the payments shows up. Minor
 * units.
 */
export type BatchIdentity = {
  readonly startedMinor: bigint;
  /** Without payments that were returned later. */
  readonly settledMinor: bigint;
  readonly returnedMinor: bigint;
  readonly cancelledMinor: bigint;
  readonly inTransitMinor: bigint;
  /** Zero when the identity holds. */
  readonly differenceMinor: bigint;
  /** Net fees that the shop bore, and fees that affiliates bore. */
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
