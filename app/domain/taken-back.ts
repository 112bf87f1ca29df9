import { type Charge, refundsInOrder, type Remaining, remainingOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";
import { baseLeft } from "./terms/pay.ts";
import type { BaseTerms } from "./terms/terms.ts";

/**
 * Amount by which a refund, or (null) the edits before all refunds, reduced a charge's eligible amount. Minor
 * units.
 */
export type TakenBack = { readonly refundId: string | null; readonly minor: bigint };

const nothingLeft: Remaining = { quantity: 0, netMinor: 0n, taxMinor: 0n };

/**
 * M9: reductions of each charge's eligible amount, by charge id, in the order in which they apply: edits, then
 * each refund. They add up to the whole reduction.
 * @throws InstantFormatError
 */
export function takenBack(
  charges: readonly Charge[],
  facts: OrderFacts,
  bases: ReadonlyMap<string, bigint>,
  terms: BaseTerms,
): Map<string, TakenBack[]> {
  const taken = new Map<string, TakenBack[]>();
  const before = new Map(bases);
  for (const [place, refundId] of [null, ...refundsInOrder(facts).map(({ id }) => id)].entries()) {
    const remaining = remainingOf(charges, facts, place);
    for (const charge of charges) {
      const left = baseLeft(charge, remaining.get(charge.id) ?? nothingLeft, terms);
      const minor = (before.get(charge.id) ?? left) - left;
      before.set(charge.id, left);
      if (minor !== 0n) taken.set(charge.id, [...(taken.get(charge.id) ?? []), { refundId, minor }]);
    }
  }
  return taken;
}
