import { type Charge, refundsInOrder, type Remaining, remainingOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";
import { baseLeft } from "./terms/pay.ts";
import type { BaseTerms } from "./terms/terms.ts";

/** What one refund, or (null) the edits before all of them, took from the base of a charge; minor units. */
export type TakenBack = { readonly refundId: string | null; readonly minor: bigint };

const nothingLeft: Remaining = { quantity: 0, netMinor: 0n, taxMinor: 0n };

/**
 * M9: what took something from the base of each charge, by charge id, in the order in which it is taken: what edits
 * removed, then each refund. Together it is what the base lost.
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
