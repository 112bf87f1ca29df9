import type { Binding } from "./attribution.ts";
import type { AffiliateId } from "./ids.ts";
import { compareInstants, epochMs, msAfterDays } from "./instant.ts";
import { byMoment } from "./renewal.ts";

/** An order of a customer that an affiliate is credited with. */
export type CreditedOrder = {
  readonly orderId: string;
  readonly affiliateId: AffiliateId;
  /** When it was placed. */
  readonly at: string;
};

/**
 * The order that binds its customer to its affiliate when another is placed: the first that anybody is credited with,
 * and after the end of a binding the next one. Orders of the very instant are not earlier. Null while nothing binds.
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
