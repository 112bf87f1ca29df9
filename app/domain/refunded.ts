import type { RefundFacts } from "./refund.ts";
import { claimsOf, discrepancyOf } from "./refund-claims.ts";

/**
 * What the shopper got back with a refund, tax and shipping included, in minor units of shop money. For reading only:
 * what a refund takes from a commission is reckoned line by line (M9).
 */
export function refundedOf(refund: RefundFacts, taxesIncluded: boolean): bigint {
  const claims = claimsOf(refund, taxesIncluded, [{ id: "shipping", weight: 1n }]);
  const claimed = claims.reduce((total, claim) => total + claim.netMinor + claim.taxMinor, 0n);
  return claimed - discrepancyOf(refund);
}
