import type { Money } from "#app/domain/money.ts";
import { compareTerms, type TermsChange } from "#app/domain/terms/compare-terms.ts";
import type { Bonus, Caps, ProgramTerms } from "#app/domain/terms/terms.ts";
import type { TermsChangeWire, TermsPlanWire, WaitingTermsWire } from "./terms-change.ts";
import {
  bonusToWire,
  flatPayToWire,
  payToWire,
  periodToWire,
  termsToWire,
  thresholdToWire,
} from "./terms-to-wire.ts";
import { moneyToWire } from "./wire.ts";

/** A difference as the API writes it. */
export function termsChangeToWire(change: TermsChange): TermsChangeWire {
  switch (change.code) {
    case "rules":
      return { ...change, before: change.before.map(nameOf), after: change.after.map(nameOf) };
    case "pay":
      return { ...change, before: payToWire(change.before), after: payToWire(change.after) };
    case "tier": {
      const level = change.level && thresholdToWire(change.level);
      return { ...change, level, before: flatPayToWire(change.before), after: flatPayToWire(change.after) };
    }
    case "order-cap":
      return { ...change, before: money(change.before), after: money(change.after) };
    case "affiliate-cap":
      return { ...change, before: capOf(change.before), after: capOf(change.after) };
    case "bonus":
      return { ...change, before: bonusOf(change.before), after: bonusOf(change.after) };
    case "shared-cap":
    case "base":
    case "attribution-days":
    case "hold-days":
    case "hold-from":
    case "approval":
    default:
      return change;
  }
}

function nameOf({ name }: { name: string }): string {
  return name;
}

function money(amount: Money | null) {
  return amount && moneyToWire(amount.minor, amount.currency);
}

function capOf(cap: Caps["perAffiliate"]) {
  if (cap === null) return null;
  const { amount, period } = cap;
  return { amount: moneyToWire(amount.minor, amount.currency), period: periodToWire(period) };
}

function bonusOf(bonus: Bonus | null) {
  return bonus && bonusToWire(bonus);
}

type Waiting = {
  readonly version: number;
  readonly terms: ProgramTerms | null;
  readonly effectiveFrom: Date;
};

/** `otherwise` are the program's terms, which apply where custom terms end. */
export function waitingToWire(
  waiting: Waiting,
  { inForce, otherwise }: { inForce: ProgramTerms; otherwise: ProgramTerms },
): WaitingTermsWire {
  const { version, terms, effectiveFrom } = waiting;
  return {
    version,
    startsAt: effectiveFrom.toISOString(),
    terms: terms && termsToWire(terms),
    changes: compareTerms(inForce, terms ?? otherwise).changes.map(termsChangeToWire),
  };
}

type Plan = {
  readonly changes: readonly TermsChange[];
  readonly joined: number;
  readonly noticeDays: number;
  readonly effectiveFrom: Date;
};

export function planToWire({ changes, joined, noticeDays, effectiveFrom }: Plan): TermsPlanWire {
  return {
    changes: changes.map(termsChangeToWire),
    affiliates: joined,
    noticeDays,
    startsAt: effectiveFrom.toISOString(),
  };
}
