import type { OrderFacts } from "./order.ts";
import type { RefundFacts } from "./refund.ts";
import { claimsOf, discrepancyOf } from "./refund-claims.ts";
import { voidingReason } from "./uncredited.ts";

/**
 * What the shopper got back with a refund, tax and shipping included, in minor units of shop money. For reading only:
 * what a refund takes from a commission is reckoned line by line (M9).
 */
export function refundedOf(refund: RefundFacts, taxesIncluded: boolean): bigint {
  const claims = claimsOf(refund, taxesIncluded, [{ id: "shipping", weight: 1n }]);
  const claimed = claims.reduce((total, claim) => total + claim.netMinor + claim.taxMinor, 0n);
  return claimed - discrepancyOf(refund);
}

/** Amount that refunds paid back, and the sum of their lines, shipping and adjustments. Minor units of shop money. */
export type RefundMismatch = { readonly paidMinor: bigint; readonly claimedMinor: bigint };

/** The refunds of an order whose two sums differ, together; null where none does, or nothing stands anyway (M9). */
export function refundMismatchOf(facts: OrderFacts): RefundMismatch | null {
  if (voidingReason(facts) !== null) return null;
  const sums = facts.refunds.flatMap((refund) => {
    const claimedMinor = refundedOf(refund, facts.taxesIncluded);
    const { paidMinor = claimedMinor } = refund;
    return isExplained(paidMinor - claimedMinor, facts) ? [] : [{ paidMinor, claimedMinor }];
  });
  if (sums.length === 0) return null;
  return sums.reduce((total, one) => ({
    paidMinor: total.paidMinor + one.paidMinor,
    claimedMinor: total.claimedMinor + one.claimedMinor,
  }));
}

/** Duties are paid back beside the lines, and what came back may have paid for goods taken in exchange. */
function isExplained(differenceMinor: bigint, { dutiesMinor, linesAddedLater }: OrderFacts): boolean {
  if (differenceMinor > 0n) return differenceMinor <= dutiesMinor;
  return differenceMinor === 0n || linesAddedLater.length > 0;
}
