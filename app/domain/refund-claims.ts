import { allocate, type Weight } from "./allocate.ts";
import { shippingChargeId } from "./charges.ts";
import type { RefundFacts } from "./refund.ts";

/** What a refund says it gave back of one charge, before its discrepancy. Minor units; net holds no tax. */
export type Claim = {
  readonly chargeId: string;
  /** Pieces returned; zero for what has none. */
  readonly quantity: number;
  readonly netMinor: bigint;
  readonly taxMinor: bigint;
};

/** The signed discrepancies of a refund, tax included: below zero gave more than the lines say, above kept some. */
export function discrepancyOf(refund: RefundFacts): bigint {
  return refund.adjustments
    .filter((one) => one.kind === "discrepancy")
    .reduce((total, one) => total + one.amountMinor + one.taxMinor, 0n);
}

/**
 * What a refund claims of each charge, one claim per charge. A subtotal holds its tax where taxes are included.
 * Shipping that names no line is claimed of the shipping charges by what is left of each.
 */
export function claimsOf(
  refund: RefundFacts,
  taxesIncluded: boolean,
  shippingLeft: readonly Weight[],
): Claim[] {
  const claims = new Map<string, Claim>();
  const claim = (chargeId: string, quantity: number, netMinor: bigint, taxMinor: bigint): void => {
    const known = claims.get(chargeId);
    claims.set(chargeId, {
      chargeId,
      quantity: quantity + (known?.quantity ?? 0),
      netMinor: atLeastZero(netMinor) + (known?.netMinor ?? 0n),
      taxMinor: atLeastZero(taxMinor) + (known?.taxMinor ?? 0n),
    });
  };
  const netOf = (subtotalMinor: bigint, taxMinor: bigint): bigint =>
    taxesIncluded ? subtotalMinor - taxMinor : subtotalMinor;
  for (const line of refund.lines) {
    claim(line.lineId, line.quantity, netOf(line.subtotalMinor, line.taxMinor), line.taxMinor);
  }
  for (const shipping of shippingOf(refund)) {
    const netMinor = netOf(shipping.subtotalMinor, shipping.taxMinor);
    if (shipping.shippingId !== null) {
      claim(shippingChargeId(shipping.shippingId), 0, netMinor, shipping.taxMinor);
      continue;
    }
    const nets = shareOut(netMinor, shippingLeft);
    const taxes = shareOut(shipping.taxMinor, shippingLeft);
    for (const { id } of shippingLeft) claim(id, 0, nets.get(id) ?? 0n, taxes.get(id) ?? 0n);
  }
  return [...claims.values()];
}

/** Newer payloads say it in shipping lines, older ones in an adjustment, some in both: it counts once (M9). */
function shippingOf(refund: RefundFacts): RefundFacts["shipping"] {
  if (refund.shipping.length > 0) return refund.shipping;
  return refund.adjustments
    .filter((one) => one.kind === "shipping-refund")
    .map((one) => ({ shippingId: null, subtotalMinor: -one.amountMinor, taxMinor: -one.taxMinor }));
}

/** With no shipping left there is nothing that a shipping refund could take. */
function shareOut(minor: bigint, parts: readonly Weight[]): Map<string, bigint> {
  return parts.some((part) => part.weight > 0n) ? allocate(minor, parts) : new Map<string, bigint>();
}

/** A return that takes money from the shopper is a fault of the payload and never adds to a base. */
function atLeastZero(minor: bigint): bigint {
  return minor > 0n ? minor : 0n;
}
