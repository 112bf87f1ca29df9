import { orderHoldEndsAtMs } from "../release.ts";
import type { OrderFacts } from "../order.ts";
import type { Bonus, ProgramTerms } from "../terms/terms.ts";
import type { Volume } from "./window.ts";

/** The bonuses of one affiliate under one side's terms, as they are reached, lost and reached again (T11). */
export type BonusRun = {
  /** Released, so they stay. */
  releasedMinor: bigint;
  /** How many ordinals of a bonus were reached so far. */
  readonly reached: Map<string, bigint>;
  open: OpenBonus[];
};

type OpenBonus = {
  readonly bonus: Bonus;
  readonly ordinal: bigint;
  readonly releaseAtMs: number;
  /** False for one that an order before the days asked for reached. */
  readonly counts: boolean;
  stands: boolean;
};

export function openBonusRun(): BonusRun {
  return { releasedMinor: 0n, reached: new Map(), open: [] };
}

/** What the affiliate has in all, after something changed at an instant: a bonus not yet released follows it. */
export function followVolume(run: BonusRun, volume: Volume, atMs: number): void {
  if (run.open.length === 0) return;
  const still: OpenBonus[] = [];
  for (const one of run.open) {
    if (one.stands && one.releaseAtMs <= atMs) {
      if (one.counts) run.releasedMinor += one.bonus.amount.minor;
      continue;
    }
    one.stands = timesReached(one.bonus, volume) >= one.ordinal;
    still.push(one);
  }
  run.open = still;
}

/** The bonuses that an order reached for the first time. */
export function reachBonuses(
  run: BonusRun,
  {
    terms,
    facts,
    volume,
    counts,
  }: { terms: ProgramTerms; facts: OrderFacts; volume: Volume; counts: boolean },
): void {
  for (const bonus of terms.bonuses) {
    if (bonus.amount.currency !== facts.currency) continue;
    const before = run.reached.get(bonus.id) ?? 0n;
    const times = timesReached(bonus, volume);
    if (times <= before) continue;
    run.reached.set(bonus.id, times);
    const releaseAtMs = releaseOf(terms, facts);
    for (let ordinal = before + 1n; ordinal <= times; ordinal += 1n) {
      run.open.push({ bonus, ordinal, releaseAtMs, counts, stands: true });
    }
  }
}

/** What of all bonuses stands. Minor units. */
export function standingBonuses(run: BonusRun): bigint {
  return run.open.reduce(
    (total, one) => (one.stands && one.counts ? total + one.bonus.amount.minor : total),
    run.releasedMinor,
  );
}

function timesReached({ atLeast, repeats }: Bonus, volume: Volume): bigint {
  const needed = atLeast.measure === "orders" ? BigInt(atLeast.count) : atLeast.amount.minor;
  const reached = atLeast.measure === "orders" ? BigInt(volume.orders) : volume.salesMinor;
  if (needed <= 0n || reached < needed) return 0n;
  return repeats ? reached / needed : 1n;
}

/** M11: where the hold has not begun, nothing is released. */
function releaseOf(terms: ProgramTerms, facts: OrderFacts): number {
  return orderHoldEndsAtMs(facts, terms) ?? Number.POSITIVE_INFINITY;
}
