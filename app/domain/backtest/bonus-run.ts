import { isStillReached, newlyReached, type ReachedBonus } from "../bonus.ts";
import type { ReachedVolume } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import { orderApprovesAtMs } from "../release.ts";
import type { ProgramTerms } from "../terms/terms.ts";

/**
 * One affiliate's bonuses under one side's terms, as sales reach them, lose them and reach them again (T11).
 */
export type BonusRun = {
  /** Released bonuses, in minor units. They are never taken back. */
  releasedMinor: bigint;
  /** Every bonus ever reached. None is granted twice. */
  readonly had: ReachedBonus[];
  open: OpenBonus[];
};

type OpenBonus = {
  readonly reached: ReachedBonus;
  readonly releaseAtMs: number;
  /** False when an order before the backtest's first day reached it. */
  readonly counts: boolean;
  stands: boolean;
};

export function openBonusRun(): BonusRun {
  return { releasedMinor: 0n, had: [], open: [] };
}

/**
 * Updates the bonuses after the affiliate's volume changed. Bonuses that are not released yet follow the volume
 * (M13).
 */
export function followVolume(run: BonusRun, volume: ReachedVolume, atMs: number): void {
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
 * Adds the bonuses that an order reached, by the affiliate's volume before and after it.
 * @throws TooManyBonusesError
 */
export function reachBonuses(
  run: BonusRun,
  order: {
    readonly terms: ProgramTerms;
    readonly facts: OrderFacts;
    readonly before: ReachedVolume;
    readonly after: ReachedVolume;
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

/** Sum of the bonuses that are currently reached or released. Minor units. */
export function currentBonuses(run: BonusRun): bigint {
  return run.open.reduce(
    (total, one) => (one.stands && one.counts ? total + one.reached.bonus.amount.minor : total),
    run.releasedMinor,
  );
}

/** M11: infinity when the approval period has not begun, so nothing is released. */
function releaseOf(terms: ProgramTerms, facts: OrderFacts): number {
  return orderApprovesAtMs(facts, terms) ?? Number.POSITIVE_INFINITY;
}
