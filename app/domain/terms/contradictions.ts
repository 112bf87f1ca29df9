import type { FieldError } from "../refusal.ts";
import type { Condition, Test, TextTest } from "./condition.ts";
import { implies } from "./implies.ts";
import type { Rule } from "./terms.ts";

/** T1: rules that can never pay, because one before them takes everything that they could. */
export function findUnreached(rules: readonly Rule[]): FieldError[] {
  const faults: FieldError[] = [];
  for (const [index, rule] of rules.entries()) {
    const before = rules.slice(0, index).find((one) => implies(rule.when, one.when));
    if (!before) continue;
    const message = `Is never reached: "${before.name}" before it takes every line that this rule could.`;
    faults.push({ field: `rules.${index}`, message });
  }
  return faults;
}

/** Why a condition can never hold, or null where nothing speaks against it. */
export function findContradiction(condition: Condition): string | null {
  if (condition.kind === "any") {
    const contradictions = condition.of.map(findContradiction);
    return contradictions.every((one) => one !== null) ? (contradictions[0] ?? null) : null;
  }
  if (condition.kind !== "all") return null;
  const tests = testsTogether(condition);
  for (const [index, test] of tests.entries()) {
    const against = tests.slice(index + 1).map((other) => clash(test, other));
    const found = against.find((one) => one !== null);
    if (found) return found;
  }
  return condition.of.map(findContradiction).find((one) => one !== null) ?? null;
}

/** Tests that all have to hold together. */
function testsTogether(condition: Condition): Test[] {
  if (condition.kind === "all") return condition.of.flatMap(testsTogether);
  return condition.kind === "any" ? [] : [condition];
}

function clash(a: Test, b: Test): string | null {
  if (a.kind !== b.kind) return null;
  if ("is" in a) return "is" in b && a.is !== b.is ? `Can never hold: both ${a.is} and ${b.is}.` : null;
  if ("values" in a) return "values" in b ? clashOfTexts(a, b) : null;
  return "op" in b && !("values" in b) ? clashOfLimits(a, b) : null;
}

type LimitTest = Exclude<Test, { values: unknown } | { is: unknown }>;

function clashOfLimits(a: LimitTest, b: LimitTest): string | null {
  if (a.op === b.op) return null;
  const [low, high] = a.op === "at-least" ? [a, b] : [b, a];
  return limitOf(low) > limitOf(high) ? "Can never hold: at least more than at most." : null;
}

function limitOf(test: LimitTest): bigint {
  return "amount" in test ? test.amount.minor : BigInt(test.count);
}

/** A line has one of these, so two lists without a common value can never both be met. */
const single: ReadonlySet<TextTest["kind"]> = new Set([
  "product",
  "variant",
  "sku",
  "vendor",
  "country",
  "channel",
  "sub-id",
]);

function clashOfTexts(a: TextTest, b: TextTest): string | null {
  const [ofA, ofB] = [setOf(a), setOf(b)];
  if (a.op === "any-of" && b.op === "any-of") {
    if (!single.has(a.kind) || [...ofA].some((value) => ofB.has(value))) return null;
    return "Can never hold: two lists without a common value.";
  }
  if (a.op === b.op) return null;
  const [wanted, refused] = a.op === "any-of" ? [ofA, ofB] : [ofB, ofA];
  if ([...wanted].some((value) => !refused.has(value))) return null;
  return "Can never hold: every value that it asks for is left out again.";
}

function setOf(test: TextTest): Set<string> {
  return new Set(test.values.map((value) => value.trim().toLowerCase()));
}
