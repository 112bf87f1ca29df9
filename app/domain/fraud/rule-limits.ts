import { refuse, type Refusal } from "../refusal.ts";
import { type FlagKind, flagKinds, fraudRules, ruleOf } from "./rules.ts";

/** A rule with limits that are within its bounds. */
export type RuleChoice = { readonly kind: FlagKind; readonly limits: Readonly<Record<string, number>> };

/** Checks a rule's limits. The refusal names the field. Absent limits stay absent. */
export function checkRule(choice: {
  readonly kind: string;
  readonly limits: Readonly<Record<string, number>>;
}): RuleChoice | Refusal {
  const kind = flagKinds.find((one) => one === choice.kind);
  if (kind === undefined) return refuse("not-found", { code: "not_found", what: "fraud_rule" }, "kind");
  const rule = ruleOf(fraudRules, kind);
  const strange = Object.keys(choice.limits).find((key) => !rule.limits.some((limit) => limit.key === key));
  if (strange !== undefined) return refuse("invalid", { code: "limit_unknown" }, `limits.${strange}`);
  const limits: Record<string, number> = {};
  for (const { key, least, most } of rule.limits) {
    const value = choice.limits[key];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < least || value > most) {
      return refuse("invalid", { code: "between", least, most }, `limits.${key}`);
    }
    limits[key] = value;
  }
  return { kind, limits };
}
