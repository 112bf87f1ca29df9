import { type AttributionRules, defaultRules, type EvidenceKind } from "#app/domain/attribution.ts";
import type { Chance } from "./random.ts";

export type RulesMade = { readonly effectiveFrom: string; readonly rules: AttributionRules };

/** Kinds that an order carries by itself; renewals depend on other orders. */
export const kinds = ["code", "customer", "click", "landing", "pixel", "product", "claim"] as const;

const hour = 3_600_000;

/** The chance of renewals is its own, so that all other draws stay as they are. */
function withRenewals(chance: Chance, precedence: readonly EvidenceKind[]): readonly EvidenceKind[] {
  if (chance.is(0.15)) return precedence;
  const place = chance.is(0.6) ? precedence.length : chance.int(0, precedence.length);
  return precedence.toSpliced(place, 0, "renewal");
}

/** Tags have a chance of their own too, and are off in half of these rules. */
function withTags(chance: Chance, precedence: readonly EvidenceKind[]): readonly EvidenceKind[] {
  return chance.is(0.5) ? precedence : precedence.toSpliced(chance.int(0, precedence.length), 0, "tag");
}

/** Tags count from the beginning. */
function rulesWithTags(chance: Chance): RulesMade {
  const precedence = defaultRules.precedence.toSpliced(chance.pick([0, 8]), 0, "tag");
  return { effectiveFrom: "2026-01-01T00:00:00Z", rules: { ...defaultRules, precedence } };
}

/** Half of the shops keep the defaults; the others change their rules once or twice, some in an order's own second. */
export function rulesOf(
  chance: Chance,
  placed: readonly number[],
  of: {
    readonly start: number;
    readonly isRoad: boolean;
    readonly isTagged: boolean;
    readonly renewing: Chance;
    readonly typing: Chance;
  },
): RulesMade[] {
  const { start, isRoad, isTagged, renewing, typing } = of;
  const first = isTagged ? [rulesWithTags(typing)] : [];
  const times = chance.pick([0, 0, 1, 2]);
  const instants = Array.from({ length: times }, () =>
    new Date(chance.is(0.3) ? chance.pick(placed) : start + chance.int(-100, 1400) * hour).toISOString(),
  );
  const later = [...new Set(instants)].toSorted().map((effectiveFrom) => ({
    effectiveFrom,
    rules: {
      // All evidence of a road is its landing page.
      precedence: withTags(
        typing,
        withRenewals(
          renewing,
          chance.shuffle(kinds).filter((kind) => (isRoad && kind === "landing") || chance.is(0.85)),
        ),
      ),
      touch: chance.pick(["last", "first"] as const),
      binding: chance.pick([
        { kind: "never" } as const,
        { kind: "life" } as const,
        { kind: "days", days: chance.pick([1, 7, 30]) } as const,
      ]),
      newCustomer: chance.pick(["store", "affiliate"] as const),
    },
  }));
  return [...first, ...later];
}
