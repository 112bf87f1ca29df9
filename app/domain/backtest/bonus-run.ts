import { isStillReached, newlyReached, type ReachedBonus } from "../bonus.ts";
import type { Reached } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import { orderHoldEndsAtMs } from "../release.ts";
import type { ProgramTerms } from "../terms/terms.ts";

/** The bonuses of one affiliate under one side's terms, as they are reached, lost and reached again (T11). */
export type BonusRun = {
  /** Released, so they stay. */
  releasedMinor: bigint;
  /** All that were ever reached: none is reached twice. */
  readonly had: ReachedBonus[];
  open: OpenBonus[];
};

type OpenBonus = {
  readonly reached: ReachedBonus;
  readonly releaseAtMs: number;
  /** False for one that an order before the days asked for reached. */
  readonly counts: boolean;
  stands: boolean;
};

export function openBonusRun(): BonusRun {
  return { releasedMinor: 0n, had: [], open: [] };
}

/** What the affiliate has in all, after something changed at an instant: a bonus not yet released follows it (M13). */
export function followVolume(run: BonusRun, volume: Reached, atMs: number): void {
  if (run.open.length === 0) return;
  const still: OpenBonus[] = [];
  for (const one of run.open) {
    const { amount } = one.reached.bonus;
    if (one.stands && one.releaseAtMs <= atMs) {
      if (one.counts) run.releasedMinor += amount.minor;
      continue;
    }
    one.stands = isStillReached(one.reached, volume, amount.currency);
    still.push(one);
  }
  run.open = still;
}

/**
 * The bonuses that an order reached, by what the affiliate had before it and has with it.
 * @throws TooManyBonusesError
 */
export function reachBonuses(
  run: BonusRun,
  order: {
    readonly terms: ProgramTerms;
    readonly facts: OrderFacts;
    readonly before: Reached;
    readonly after: Reached;
    readonly counts: boolean;
  },
): void {
  const { terms, facts, before, after, counts } = order;
  const count = { before, after, currency: facts.currency };
  for (const reached of newlyReached(terms.bonuses, count, run.had)) {
    run.had.push(reached);
    run.open.push({ reached, releaseAtMs: releaseOf(terms, facts), counts, stands: true });
  }
}

/** What of all bonuses stands. Minor units. */
export function standingBonuses(run: BonusRun): bigint {
  return run.open.reduce(
    (total, one) => (one.stands && one.counts ? total + one.reached.bonus.amount.minor : total),
    run.releasedMinor,
  );
}

/** M11: where the hold has not begun, nothing is released. */
function releaseOf(terms: ProgramTerms, facts: OrderFacts): number {
  return orderHoldEndsAtMs(facts, terms) ?? Number.POSITIVE_INFINITY;
}
