import { bonusesReached, timesBefore, TooManyBonusesError } from "./bonus.ts";
import type { ReachedVolume } from "./inputs.ts";
import { netSalesOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";
import { type Basket, basketFacts } from "./sample-order.ts";
import type { Bonus } from "./terms/terms.ts";

/**
 * How often a bonus is paid. Null when it is too often to be intended; live processing stops at such an order.
 */
export type BonusPaid = { readonly bonus: Bonus; readonly times: number | null };

/** T11: the bonuses that a sample order reaches, given the volume that its basket states. */
export function bonusesOfBasket(
  basket: Basket,
  bonuses: readonly Bonus[],
  currency: string,
  earlier: readonly Bonus[] = [],
): BonusPaid[] {
  return bonusesOfOrder(basketFacts(basket, currency), bonuses, basket.reached, earlier);
}

/** The bonuses that an order reaches, given its affiliate's all-time volume before it. Minor units. */
export function bonusesOfOrder(
  facts: OrderFacts,
  bonuses: readonly Bonus[],
  before: Pick<ReachedVolume, "orders" | "salesMinor">,
  earlier: readonly Bonus[] = [],
): BonusPaid[] {
  if (facts.test || facts.deleted) return [];
  const { currency } = facts;
  const { remainingMinor } = netSalesOf(facts);
  const after: ReachedVolume = {
    orders: before.orders + (remainingMinor > 0n ? 1 : 0),
    salesMinor: before.salesMinor + remainingMinor,
  };
  return bonuses
    .map((bonus) => ({ bonus, times: timesOf(bonus, { before, after, currency }, earlier) }))
    .filter(({ times }) => times !== 0);
}

function timesOf(
  bonus: Bonus,
  count: Parameters<typeof bonusesReached>[1],
  earlier: readonly Bonus[],
): number | null {
  try {
    return bonusesReached([bonus], count, earlier).length;
  } catch (error) {
    if (error instanceof TooManyBonusesError) return null;
    throw error;
  }
}

/**
 * Affiliates who would already have reached a bonus, and how often, if it had existed from the start. With
 * `earlier`, times that today's terms have not reached are excluded, because the next order pays them.
 */
export function affiliatesReaching<Of extends ReachedVolume>(
  bonus: Bonus,
  all: readonly Of[],
  currency: string,
  earlier: readonly Bonus[] = [],
): { readonly who: Of; readonly times: number }[] {
  return all
    .map((who) => ({ who, times: timesBefore(bonus, who, currency, earlier) }))
    .filter(({ times }) => times > 0);
}
