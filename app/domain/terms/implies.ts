import type { Condition, Test } from "./condition.ts";

/**
 * Whether every line that meets `narrow` meets `wide` too. "No" also where it cannot be told from the conditions alone;
 * a test asks the same of a line whichever way it asks, so what is not known meets neither (T3).
 */
export function implies(narrow: Condition, wide: Condition): boolean {
  if (wide.kind === "all") return wide.of.every((one) => implies(narrow, one));
  if (narrow.kind === "any") return narrow.of.length > 0 && narrow.of.every((one) => implies(one, wide));
  if (wide.kind === "any" && wide.of.some((one) => implies(narrow, one))) return true;
  if (narrow.kind === "all") return narrow.of.some((one) => implies(one, wide));
  return wide.kind !== "any" && testImplies(narrow, wide);
}

function testImplies(narrow: Test, wide: Test): boolean {
  if (narrow.kind !== wide.kind) return false;
  if ("is" in narrow) return "is" in wide && narrow.is === wide.is;
  if ("values" in narrow) {
    if (!("values" in wide) || narrow.op !== wide.op) return false;
    const [few, many] = narrow.op === "any-of" ? [narrow, wide] : [wide, narrow];
    const known = new Set(many.values.map(plainly));
    return few.values.every((value) => known.has(plainly(value)));
  }
  if ("values" in wide || "is" in wide || narrow.op !== wide.op) return false;
  const [low, high] = narrow.op === "at-least" ? [wide, narrow] : [narrow, wide];
  return limitOf(low) <= limitOf(high);
}

function limitOf(test: Exclude<Test, { values: unknown } | { is: unknown }>): bigint {
  return "amount" in test ? test.amount.minor : BigInt(test.count);
}

/** T3: texts are compared without regard to case and surrounding blanks. */
function plainly(value: string): string {
  return value.trim().toLowerCase();
}
