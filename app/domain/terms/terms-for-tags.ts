import { tagKey } from "../tags.ts";
import type { Condition } from "./condition.ts";
import { needsOf } from "./pay.ts";
import type { ProgramTerms, Rule } from "./terms.ts";

const always: Condition = { kind: "all", of: [] };
const never: Condition = { kind: "any", of: [] };

/**
 * Terms as they apply to an affiliate with these tags, without a word of the tags: rules that can't hold are left out,
 * and a rule that always holds becomes the commission of everything else. They pay what the terms themselves pay.
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
