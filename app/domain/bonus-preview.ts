import { bonusesReached, timesReached, TooManyBonusesError } from "./bonus.ts";
import type { Reached } from "./inputs.ts";
import { netSalesOf } from "./net-sales.ts";
import type { OrderFacts } from "./order.ts";
import { type Basket, basketFacts } from "./sample-basket.ts";
import type { Bonus } from "./terms/terms.ts";

/** How often a bonus is paid. Null where it is more often than anybody can have meant: live, such an order waits. */
export type BonusPaid = { readonly bonus: Bonus; readonly times: number | null };

/** T11: the bonuses that an imagined order reaches, after what the basket says that the affiliate had before. */
export function bonusesOfBasket(basket: Basket, bonuses: readonly Bonus[], currency: string): BonusPaid[] {
  return bonusesOfOrder(basketFacts(basket, currency), bonuses, basket.reached);
}

/** The same of an order, after what its affiliate had of all time before it; minor units. */
export function bonusesOfOrder(
  facts: OrderFacts,
  bonuses: readonly Bonus[],
  before: Pick<Reached, "orders" | "salesMinor">,
): BonusPaid[] {
  if (facts.test || facts.deleted) return [];
  const { currency } = facts;
  const { remainingMinor } = netSalesOf(facts);
  const after: Reached = {
    orders: before.orders + (remainingMinor > 0n ? 1 : 0),
    salesMinor: before.salesMinor + remainingMinor,
  };
  return bonuses
    .map((bonus) => ({ bonus, times: timesOf(bonus, { before, after, currency }) }))
    .filter(({ times }) => times !== 0);
}

function timesOf(bonus: Bonus, count: Parameters<typeof bonusesReached>[1]): number | null {
  try {
    return bonusesReached([bonus], count).length;
  } catch (error) {
    if (error instanceof TooManyBonusesError) return null;
    throw error;
  }
}

/** Who would have reached a bonus, and how often, had it been there from the beginning. */
export function reachedBy<Of extends Reached>(
  bonus: Bonus,
  all: readonly Of[],
  currency: string,
): { readonly who: Of; readonly times: number }[] {
  return all
    .map((who) => ({ who, times: timesReached(bonus, who, currency) }))
    .filter(({ times }) => times > 0);
}
