import { type Charge, chargesOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";
import { type Remaining, remainingOf } from "./remaining.ts";

/** What an order charges for, and what is left of each charge: the same under whatever terms. */
export type Sold = {
  readonly charges: readonly Charge[];
  readonly remaining: ReadonlyMap<string, Remaining>;
};

/** @throws InstantFormatError for facts that no reader of ours made. */
export function soldOf(facts: OrderFacts): Sold {
  const charges = chargesOf(facts);
  return { charges, remaining: remainingOf(charges, facts) };
}
