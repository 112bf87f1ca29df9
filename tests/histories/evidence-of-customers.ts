import type { AttributionRules, Evidence, Winner } from "#app/domain/attribution.ts";
import { evidenceOfFirst, firstOrderOf, subscribedLines } from "#app/domain/renewal.ts";
import { bindingAt } from "#app/domain/lifetime-customer.ts";
import { isRenewal, type OrderFacts } from "#app/domain/order.ts";

/** M23: as the flow reads it, from the other orders of the customer. */
export function renewedEvidence(orders: ReadonlyMap<string, Judged>, facts: OrderFacts): readonly Evidence[] {
  if (!isRenewal(facts.sourceName) || facts.customerId === null) return [];
  const begun = [...orders.values()].flatMap((other) => {
    if (other.facts === null || other.facts.customerId !== facts.customerId) return [];
    const { winner } = other;
    const credit = winner && { affiliateId: winner.affiliateId, programId: winner.programId };
    const { id: orderId, createdAt: at, test } = other.facts;
    const lines = subscribedLines(other.facts);
    return lines.length === 0 ? [] : [{ orderId, at, test, lines, credit }];
  });
  const first = firstOrderOf(facts, begun);
  return first === null ? [] : evidenceOfFirst(first);
}

type Judged = { readonly facts: OrderFacts | null; readonly winner: Winner | null };

/** M5: as the flow reads it, from the other orders that somebody is credited with. */
export function boundEvidence(
  orders: ReadonlyMap<string, Judged>,
  facts: OrderFacts,
  rules: AttributionRules,
): Evidence[] {
  if (facts.customerHash === null) return [];
  const credited = [...orders.values()].flatMap(({ winner, ...other }) => {
    const isTheirs = other.facts?.customerHash === facts.customerHash && !other.facts.test;
    return winner &&
      winner.evidence?.kind !== "renewal" &&
      other.facts &&
      isTheirs &&
      other.facts.id !== facts.id
      ? [{ orderId: other.facts.id, affiliateId: winner.affiliateId, at: other.facts.createdAt }]
      : [];
  });
  const bound = bindingAt(credited, rules.binding, facts.createdAt);
  if (bound === null) return [];
  return [{ kind: "customer", affiliateId: bound.affiliateId, at: bound.at, boundBy: bound.orderId }];
}
