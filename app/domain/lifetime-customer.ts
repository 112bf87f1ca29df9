import type { Binding } from "./attribution.ts";
import type { AffiliateId } from "./ids.ts";
import { compareInstants, epochMs, msAfterDays } from "./instant.ts";
import { byMoment } from "./renewal.ts";

/** A customer's order with the affiliate who is credited with it. */
export type CreditedOrder = {
  readonly orderId: string;
  readonly affiliateId: AffiliateId;
  /** When it was placed. */
  readonly at: string;
};

/**
 * The order that makes a lifetime customer when another order is placed: the first credited one, or the next one
 * after the period of a binding ended. Orders of the same instant are not earlier. Null if there is none.
 * @throws InstantFormatError
 */
export function bindingAt(
  credited: readonly CreditedOrder[],
  binding: Binding,
  placedAt: string,
): CreditedOrder | null {
  if (binding.kind === "never") return null;
  const hasEnded = (by: CreditedOrder, at: string): boolean =>
    binding.kind === "days" && msAfterDays(by.at, binding.days) < epochMs(at);
  let bound: CreditedOrder | null = null;
  for (const one of credited.toSorted(byMoment)) {
    if (compareInstants(one.at, placedAt) >= 0) break;
    if (bound === null || hasEnded(bound, one.at)) bound = one;
  }
  return bound === null || hasEnded(bound, placedAt) ? null : bound;
}
