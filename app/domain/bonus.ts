import type { Reached } from "./inputs.ts";
import type { Bonus, Threshold } from "./terms/terms.ts";

/** Which time a bonus was reached: 1, 2, 3 …; one that does not repeat knows only the first (T11). */
export type ReachedBonus = { readonly bonus: Bonus; readonly ordinal: number };

/** One order reaches no more: terms by which it would are a mistake, which a person has to look at. */
const mostAtOnce = 10_000;

/** An order would reach a bonus more often than anybody meant. */
export class TooManyBonusesError extends Error {
  override name = "TooManyBonusesError";
}

/**
 * T11: the bonuses that an order reaches, by what the affiliate had of all time before it and has with it, in one
 * currency; minor units.
 * @throws TooManyBonusesError
 */
export function bonusesReached(
  bonuses: readonly Bonus[],
  { before, after, currency }: { before: Reached; after: Reached; currency: string },
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
 * T11: how often a bonus was reached before, by its own threshold and by those that it had in earlier versions. Earlier
 * thresholds repeat as this one does.
 */
export function timesBefore(
  bonus: Bonus,
  before: Reached,
  currency: string,
  earlier: readonly Bonus[],
): number {
  const kept = earlier
    .filter((one) => isKeptAs(one, bonus))
    .map((one) => ({ ...one, repeats: bonus.repeats }));
  return Math.min(...[bonus, ...kept].map((one) => timesReached(one, before, currency)));
}

/** Whether a bonus of an earlier version counts towards what a later one calls by its id. */
function isKeptAs(earlier: Bonus, later: Bonus): boolean {
  const [a, b] = [earlier.atLeast, later.atLeast];
  if (earlier.id !== later.id || earlier.amount.currency !== later.amount.currency) return false;
  if (a.measure === "sales" && b.measure === "sales") return a.amount.currency === b.amount.currency;
  return a.measure === b.measure;
}

/**
 * T11: the same, less those that the affiliate had before under whichever version: what was reached once is not reached
 * again, and a bonus of the same measure and the same or a higher threshold says so. `earlier` are the bonuses of the
 * other versions so far: what such a bonus had not reached is newly reached by an order that adds to the count, where its
 * threshold was lowered.
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

/** M13: whether what the affiliate has of all time still reaches a bonus for that time. Minor units. */
export function isStillReached({ bonus, ordinal }: ReachedBonus, now: Reached, currency: string): boolean {
  return timesReached(bonus, now, currency) >= ordinal;
}

/** What has to be reached for that time: pieces of the measure, or minor units. */
export function levelOf({ bonus, ordinal }: ReachedBonus): bigint {
  return sizeOf(bonus.atLeast) * BigInt(ordinal);
}

/**
 * How often a bonus has been reached by what an affiliate has of all time in one currency; minor units. A bonus of
 * another currency pays nothing (M18).
 */
export function timesReached(
  { atLeast, repeats, amount }: Bonus,
  reached: Reached,
  currency: string,
): number {
  if (amount.currency !== currency) return 0;
  if (atLeast.measure === "sales" && atLeast.amount.currency !== currency) return 0;
  const size = sizeOf(atLeast);
  const has = atLeast.measure === "orders" ? BigInt(reached.orders) : reached.salesMinor;
  if (size <= 0n || has < size) return 0;
  return repeats ? Number(has / size) : 1;
}

function sizeOf(threshold: Threshold): bigint {
  return threshold.measure === "orders" ? BigInt(threshold.count) : threshold.amount.minor;
}
