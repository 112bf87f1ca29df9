import type { AttributionRules } from "#app/domain/attribution-rules.ts";
import type { Chance } from "./random.ts";

export type RulesMade = { readonly effectiveFrom: string; readonly rules: AttributionRules };

export const kinds = ["code", "customer", "click", "landing", "pixel", "product", "claim"] as const;

const hour = 3_600_000;

/** Half of the shops keep the defaults; the others change their rules once or twice, some in an order's own second. */
export function rulesOf(
  chance: Chance,
  placed: readonly number[],
  { start, isRoad }: { readonly start: number; readonly isRoad: boolean },
): RulesMade[] {
  const times = chance.pick([0, 0, 1, 2]);
  const instants = Array.from({ length: times }, () =>
    new Date(chance.is(0.3) ? chance.pick(placed) : start + chance.int(-100, 1400) * hour).toISOString(),
  );
  return [...new Set(instants)].toSorted().map((effectiveFrom) => ({
    effectiveFrom,
    rules: {
      // All evidence of a road is its landing page.
      precedence: chance.shuffle(kinds).filter((kind) => (isRoad && kind === "landing") || chance.is(0.85)),
      touch: chance.pick(["last", "first"] as const),
      binding: chance.pick([
        { kind: "never" } as const,
        { kind: "life" } as const,
        { kind: "days", days: chance.pick([1, 7, 30]) } as const,
      ]),
      newCustomer: chance.pick(["store", "affiliate"] as const),
    },
  }));
}
