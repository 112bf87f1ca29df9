import type { TextTest } from "#app/domain/terms/condition.ts";
import type { ProgramTerms, Rule } from "#app/domain/terms/terms.ts";
import { affiliateTags } from "./names.ts";
import type { Chance } from "./random.ts";

/** From when until when an affiliate has a tag. */
export type TagMade = {
  readonly affiliateIndex: number;
  readonly tag: string;
  readonly addedAt: string;
  readonly endsAt: string | null;
};

const hour = 3_600_000;

/** Gives one rule of each version a test of the affiliate's tags, or adds one that asks for nothing else. */
export function askForTags<Version extends { readonly terms: ProgramTerms | null }>(
  chance: Chance,
  versions: readonly Version[],
): Version[] {
  return versions.map((one) => ({ ...one, terms: one.terms && asking(chance, one.terms) }));
}

function asking(chance: Chance, terms: ProgramTerms): ProgramTerms {
  const test: TextTest = {
    kind: "affiliate-tag",
    op: chance.pick(["any-of", "any-of", "none-of"] as const),
    values: chance.pick([["gold "], ["NEW"], [...affiliateTags]]),
  };
  if (terms.rules.length === 0) {
    const rule: Rule = {
      id: "tagged",
      name: "Tagged",
      when: test,
      pay: { kind: "percentage", rateBps: 777 },
    };
    return { ...terms, rules: [rule] };
  }
  const at = chance.int(0, terms.rules.length - 1);
  const kind = chance.pick(["all", "any"] as const);
  const rules = terms.rules.map((rule, index) =>
    index === at ? { ...rule, when: { kind, of: [rule.when, test] } } : rule,
  );
  return { ...terms, rules };
}

type Among = { readonly affiliates: number; readonly placed: readonly number[] };

/** When affiliates had tags: some begin or end in the very second of an order. */
export function tagsMade(chance: Chance, { affiliates, placed }: Among): TagMade[] {
  const first = Math.min(...placed);
  const last = Math.max(...placed);
  const instant = (): number =>
    chance.is(0.4) ? chance.pick(placed) + chance.pick([0, 0, 999]) : chance.int(first - hour, last + hour);
  return Array.from({ length: affiliates }, (_, affiliateIndex) =>
    affiliateTags.flatMap((tag): TagMade[] => {
      if (chance.is(0.3)) return [];
      const [from = 0, to = 0] = [chance.is(0.5) ? first - 48 * hour : instant(), instant()].toSorted(
        (a, b) => a - b,
      );
      const endsAt = chance.is(0.4) ? new Date(to).toISOString() : null;
      return [{ affiliateIndex, tag, addedAt: new Date(from).toISOString(), endsAt }];
    }),
  ).flat();
}
