import type { ReachedVolume } from "./inputs.ts";
import type { Bonus, Threshold } from "./terms/terms.ts";

/**
 * A bonus and how many times it has been reached with this one: 1, 2, 3, … Always 1 for a bonus that does not
 * repeat (T11).
 */
export type ReachedBonus = { readonly bonus: Bonus; readonly ordinal: number };

/** If one order reaches a bonus more often, the terms are wrong and a person has to fix them. */
const mostAtOnce = 10_000;

/** An order would reach a bonus more than `mostAtOnce` times. */
export class TooManyBonusesError extends Error {
  override name = "TooManyBonusesError";
}

/**
 * T11: the bonuses that an order reaches, by the affiliate's all-time volume before and after it, in one
 * currency. Minor units.
 * @throws TooManyBonusesError
 */
export function bonusesReached(
  bonuses: readonly Bonus[],
  { before, after, currency }: { before: ReachedVolume; after: ReachedVolume; currency: string },
  earlier: readonly Bonus[] = [],
): ReachedBonus[] {
  const isAdded = after.orders > before.orders || after.salesMinor > before.salesMinor;
  return bonuses.flatMap((bonus) => {
    const from = timesBefore(bonus, before, currency, isAdded ? earlier : []);
    const to = timesReached(bonus, after, currency);
    if (to - from > mostAtOnce) throw new TooManyBonusesError(`Bonus ${bonus.name}: ${to - from} times.`);
    return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
      bonus,
      ordinal: from + index + 1,
    }));
  });
}

/**
 * T11: how often a bonus was reached before an order, by its current threshold and those of earlier versions.
 * Earlier thresholds repeat if the current bonus does.
 */
export function timesBefore(
  bonus: Bonus,
  before: ReachedVolume,
  currency: string,
  earlier: readonly Bonus[],
): number {
  const kept = earlier
    .filter((one) => isKeptAs(one, bonus))
    .map((one) => ({ ...one, repeats: bonus.repeats }));
  return Math.min(...[bonus, ...kept].map((one) => timesReached(one, before, currency)));
}

/** True when an earlier version's bonus has the same id, currency and measure, so its count carries over. */
function isKeptAs(earlier: Bonus, later: Bonus): boolean {
  const [a, b] = [earlier.atLeast, later.atLeast];
  if (earlier.id !== later.id || earlier.amount.currency !== later.amount.currency) return false;
  if (a.measure === "sales" && b.measure === "sales") return a.amount.currency === b.amount.currency;
  return a.measure === b.measure;
}

/**
 * T11: like `bonusesReached`, without bonuses that the affiliate already got under any version. A bonus counts
 * as already received if one of the same measure with the same or a higher threshold was. `earlier` holds the
 * bonuses of the other versions so far. If a threshold was lowered, the next order that adds to the count newly
 * reaches what the old threshold had not.
 * @throws TooManyBonusesError
 */
export function newlyReached(
  bonuses: readonly Bonus[],
  count: Parameters<typeof bonusesReached>[1],
  had: readonly ReachedBonus[],
  earlier: readonly Bonus[] = [],
): ReachedBonus[] {
  return bonusesReached(bonuses, count, earlier).filter(
    (one) => !had.some((other) => reachesAsFar(other, one)),
  );
}

function reachesAsFar(known: ReachedBonus, wanted: ReachedBonus): boolean {
  const [a, b] = [known.bonus.atLeast, wanted.bonus.atLeast];
  if (a.measure === "sales" && b.measure === "sales" && a.amount.currency !== b.amount.currency) return false;
  return a.measure === b.measure && levelOf(known) >= levelOf(wanted);
}

/** M13: true while the affiliate's all-time volume still reaches a bonus for this ordinal. Minor units. */
export function isStillReached(
  { bonus, ordinal }: ReachedBonus,
  now: ReachedVolume,
  currency: string,
): boolean {
  return timesReached(bonus, now, currency) >= ordinal;
}

/** Volume needed for this ordinal: number of orders, or minor units. */
export function levelOf({ bonus, ordinal }: ReachedBonus): bigint {
  return thresholdSize(bonus.atLeast) * BigInt(ordinal);
}

/**
 * How often an affiliate's all-time volume in one currency reaches a bonus. Minor units. A bonus in another
 * currency pays nothing (M18).
 */
export function timesReached(
  { atLeast, repeats, amount }: Bonus,
  reached: ReachedVolume,
  currency: string,
): number {
  if (amount.currency !== currency) return 0;
  if (atLeast.measure === "sales" && atLeast.amount.currency !== currency) return 0;
  const size = thresholdSize(atLeast);
  const has = atLeast.measure === "orders" ? BigInt(reached.orders) : reached.salesMinor;
  if (size <= 0n || has < size) return 0;
  return repeats ? Number(has / size) : 1;
}

function thresholdSize(threshold: Threshold): bigint {
  return threshold.measure === "orders" ? BigInt(threshold.count) : threshold.amount.minor;
}
