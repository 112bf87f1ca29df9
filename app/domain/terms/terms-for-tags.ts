import type { AffiliateId } from "../ids.ts";
import { compareInstants, isNotAfter } from "../instant.ts";
import { canonicalText } from "../plain.ts";
import { chooseTermsVersion, type TermsVersion } from "../program.ts";
import { tagKey, type TagPeriod, tagsAt } from "../tags.ts";
import { type Condition, testsOf } from "./condition.ts";
import { needsOf } from "./pay.ts";
import type { ProgramTerms, Rule } from "./terms.ts";

/** Keys of the tags that rules ask for. */
export function tagKeysOf({ rules }: ProgramTerms): string[] {
  const tests = rules.flatMap((rule) => testsOf(rule.when));
  return tests.flatMap((test) => (test.kind === "affiliate-tag" ? test.values.map(tagKey) : []));
}

const always: Condition = { kind: "all", of: [] };
const never: Condition = { kind: "any", of: [] };

/**
 * Terms as they apply to an affiliate with these tags, without naming tags: rules that can't hold are
 * removed, and a rule that always holds becomes the fallback. They pay the same as the original terms.
 */
export function termsForTags(terms: ProgramTerms, tags: readonly string[]): ProgramTerms {
  if (!needsOf(terms).affiliateTags) return terms;
  const held = new Set(tags.map(tagKey));
  const rules: Rule[] = [];
  for (const rule of terms.rules) {
    const when = withoutTags(rule.when, held);
    if (isNever(when)) continue;
    if (isAlways(when)) return { ...terms, rules, commission: rule.pay };
    rules.push({ ...rule, when });
  }
  return { ...terms, rules };
}

function withoutTags(condition: Condition, held: ReadonlySet<string>): Condition {
  if (condition.kind === "all" || condition.kind === "any") {
    const [neutral, decisive] = condition.kind === "all" ? [isAlways, isNever] : [isNever, isAlways];
    const of = condition.of.map((one) => withoutTags(one, held)).filter((one) => !neutral(one));
    return of.find(decisive) ?? (of.length === 1 && of[0] ? of[0] : { kind: condition.kind, of });
  }
  if (condition.kind !== "affiliate-tag") return condition;
  const hasOne = condition.values.some((value) => held.has(tagKey(value)));
  return hasOne === (condition.op === "any-of") ? always : never;
}

function isAlways(condition: Condition): boolean {
  return condition.kind === "all" && condition.of.length === 0;
}

function isNever(condition: Condition): boolean {
  return condition.kind === "any" && condition.of.length === 0;
}

/** Terms that applied to an affiliate, and since when. */
export type AppliedTerms = { readonly number: number; readonly terms: ProgramTerms; readonly from: string };

/**
 * M4, T12: the terms that applied to an affiliate with these tags between two instants, oldest first.
 * Excludes versions after `until` and withdrawn ones.
 * @throws InstantFormatError
 */
export function termsOverTime(
  versions: readonly TermsVersion[],
  affiliateId: AffiliateId,
  span: { readonly from: string; readonly until: string; readonly tags: readonly TagPeriod[] },
): AppliedTerms[] {
  const { from, until, tags } = span;
  const starts = [
    ...versions.map((one) => one.effectiveFrom),
    ...tags.flatMap(({ addedAt, endsAt }) => (endsAt === null ? [addedAt] : [addedAt, endsAt])),
  ];
  const within = starts.filter((at) => !isNotAfter(at, from) && isNotAfter(at, until));
  const applied: AppliedTerms[] = [];
  for (const at of [from, ...within.toSorted(compareInstants)]) {
    const version = chooseTermsVersion(versions, affiliateId, at);
    if (!version) continue;
    const terms = termsForTags(version.terms, tagsAt(tags, at));
    const last = applied.at(-1);
    const isSame = version.number === last?.number && canonicalText(terms) === canonicalText(last.terms);
    if (!isSame) applied.push({ number: version.number, terms, from: at });
  }
  return applied;
}
