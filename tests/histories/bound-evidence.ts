import type { Winner } from "#app/domain/attribution.ts";
import type { AttributionRules } from "#app/domain/attribution-rules.ts";
import { bindingAt } from "#app/domain/binding.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { Evidence } from "#app/domain/touch.ts";

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
    return winner && other.facts && isTheirs && other.facts.id !== facts.id
      ? [{ orderId: other.facts.id, affiliateId: winner.affiliateId, at: other.facts.createdAt }]
      : [];
  });
  const bound = bindingAt(credited, rules.binding, facts.createdAt);
  if (bound === null) return [];
  return [{ kind: "customer", affiliateId: bound.affiliateId, at: bound.at, boundBy: bound.orderId }];
}
