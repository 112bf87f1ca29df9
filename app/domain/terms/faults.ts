import { longestPeriodDays, programDays } from "../program.ts";
import { isCurrency, type Money, toDecimal, WHOLE_BPS } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import { type Condition, type Test, testsOf, type TextTest } from "./condition.ts";
import {
  type Bonus,
  fallbackKey,
  type FlatPay,
  type Pay,
  type Period,
  type ProgramTerms,
  type Rule,
  type Threshold,
} from "./terms.ts";

export const MOST_RULES = 50;
const mostTests = 200;
const mostSteps = 20;
const mostBonuses = 20;
const largestCount = 1_000_000;

/** Errors in terms, by field ("rules.0.pay"). Terms can be saved when there are none. */
export function faultsOfTerms(terms: ProgramTerms, shopCurrency: string): FieldError[] {
  return [
    ...faultsOfRules(terms.rules, shopCurrency),
    ...faultsOfPay(terms.commission, "commission", shopCurrency),
    ...faultsOfCaps(terms, shopCurrency),
    ...faultsOfBonuses(terms.bonuses, shopCurrency),
    ...faultsOfDays(terms),
  ];
}

function faultsOfRules(rules: readonly Rule[], currency: string): FieldError[] {
  if (rules.length > MOST_RULES) return [{ field: "rules", message: `Must be at most ${MOST_RULES} rules.` }];
  if (rules.flatMap((rule) => testsOf(rule.when)).length > mostTests) {
    return [{ field: "rules", message: `Must ask at most ${mostTests} questions in all.` }];
  }
  const faults: FieldError[] = [...faultsOfIds(rules, "rules"), ...findUnreached(rules)];
  for (const [index, rule] of rules.entries()) {
    const field = `rules.${index}`;
    if (rule.name.trim() === "") faults.push({ field: `${field}.name`, message: "Enter a name." });
    // Reached amounts and allocations are stored by rule id, so this id would collide with the fallback's.
    if (rule.id === fallbackKey) {
      faults.push({ field: `${field}.id`, message: "Is the name of the fallback." });
    }
    const ofCondition = faultsOfCondition(rule.when, `${field}.when`, currency);
    faults.push(...ofCondition);
    const contradiction = ofCondition.length === 0 ? findContradiction(rule.when) : null;
    if (contradiction !== null) faults.push({ field: `${field}.when`, message: contradiction });
    faults.push(...faultsOfPay(rule.pay, `${field}.pay`, currency));
  }
  return faults;
}

function faultsOfIds(named: readonly { readonly id: string }[], field: string): FieldError[] {
  const ids = named.map((one) => one.id);
  const twice = ids.findIndex((id, index) => id === "" || ids.indexOf(id) !== index);
  return twice === -1 ? [] : [{ field: `${field}.${twice}.id`, message: "Must be there once." }];
}

function faultsOfPay(pay: Pay, field: string, currency: string): FieldError[] {
  if (pay.kind !== "tiered") return faultsOfFlatPay(pay, field, currency);
  const faults = [
    ...faultsOfPeriod(pay.period, `${field}.period`),
    ...faultsOfFlatPay(pay.below, `${field}.below`, currency),
  ];
  if (pay.steps.length === 0 || pay.steps.length > mostSteps) {
    faults.push({ field: `${field}.steps`, message: `Must be from 1 to ${mostSteps} tiers.` });
  }
  let before: Threshold | null = null;
  for (const [index, step] of pay.steps.entries()) {
    const at = `${field}.steps.${index}`;
    faults.push(...faultsOfThreshold(step.atLeast, `${at}.atLeast`, currency));
    faults.push(...faultsOfFlatPay(step.pay, `${at}.pay`, currency));
    if (before !== null && !isHigherThreshold(before, step.atLeast)) {
      faults.push({
        field: `${at}.atLeast`,
        message: "Must be above the tier before it, and count the same.",
      });
    }
    before = step.atLeast;
  }
  return faults;
}

function isHigherThreshold(before: Threshold, next: Threshold): boolean {
  if (before.measure === "orders") return next.measure === "orders" && next.count > before.count;
  return next.measure === "sales" && next.amount.minor > before.amount.minor;
}

function faultsOfFlatPay(pay: FlatPay, field: string, currency: string): FieldError[] {
  if (pay.kind === "none") return [];
  if (pay.kind !== "percentage") return faultsOfAmount(pay.amount, field, currency);
  const fits = Number.isInteger(pay.rateBps) && pay.rateBps > 0 && pay.rateBps <= WHOLE_BPS;
  return fits ? [] : [{ field, message: "Must be above 0 and at most 100 percent." }];
}

function faultsOfPeriod(period: Period, field: string): FieldError[] {
  if (period.kind !== "rolling" || isWhole(period.days, 1, longestPeriodDays)) return [];
  return [{ field: `${field}.days`, message: `Must be a whole number from 1 to ${longestPeriodDays}.` }];
}

function faultsOfThreshold(threshold: Threshold, field: string, currency: string): FieldError[] {
  if (threshold.measure === "sales") return faultsOfAmount(threshold.amount, field, currency);
  if (isWhole(threshold.count, 1, largestCount)) return [];
  return [{ field, message: `Must be a whole number from 1 to ${largestCount}.` }];
}

function faultsOfCaps({ caps }: ProgramTerms, currency: string): FieldError[] {
  const faults = caps.perOrder ? faultsOfAmount(caps.perOrder, "caps.perOrder", currency) : [];
  if (caps.perAffiliate === null) return faults;
  return [
    ...faults,
    ...faultsOfAmount(caps.perAffiliate.amount, "caps.perAffiliate.amount", currency),
    ...faultsOfPeriod(caps.perAffiliate.period, "caps.perAffiliate.period"),
  ];
}

function faultsOfBonuses(bonuses: readonly Bonus[], currency: string): FieldError[] {
  if (bonuses.length > mostBonuses) {
    return [{ field: "bonuses", message: `Must be at most ${mostBonuses} bonuses.` }];
  }
  const faults = faultsOfIds(bonuses, "bonuses");
  for (const [index, bonus] of bonuses.entries()) {
    const field = `bonuses.${index}`;
    if (bonus.name.trim() === "") faults.push({ field: `${field}.name`, message: "Enter a name." });
    faults.push(...faultsOfThreshold(bonus.atLeast, `${field}.atLeast`, currency));
    faults.push(...faultsOfAmount(bonus.amount, `${field}.amount`, currency));
  }
  return faults;
}

function faultsOfDays({ windowDays, approvalDays }: ProgramTerms): FieldError[] {
  const { attribution, hold } = programDays;
  const periods = [
    { field: "windowDays", days: windowDays, ...attribution },
    { field: "approvalDays", days: approvalDays, ...hold },
  ];
  return periods.flatMap(({ field, days, least, most }) =>
    isWhole(days, least, most)
      ? []
      : [{ field, message: `Must be a whole number from ${least} to ${most}.` }],
  );
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

const deepestGroup = 5;
const mostValues = 250;
const longestValue = 255;

/** Errors in a condition, by field ("rules.0.when.of.1.values"). */
function faultsOfCondition(condition: Condition, field: string, currency: string, depth = 1): FieldError[] {
  if (condition.kind !== "all" && condition.kind !== "any") return faultsOfTest(condition, field, currency);
  if (depth > deepestGroup) return [{ field, message: `Groups must be at most ${deepestGroup} deep.` }];
  if (condition.kind === "any" && condition.of.length === 0) {
    return [{ field, message: "Add a condition: a group of which any may hold needs one." }];
  }
  return condition.of.flatMap((one, index) =>
    faultsOfCondition(one, `${field}.of.${index}`, currency, depth + 1),
  );
}

function faultsOfTest(test: Test, field: string, currency: string): FieldError[] {
  if (test.kind === "order-value") return faultsOfAmount(test.amount, `${field}.amount`, currency);
  if ("count" in test) {
    const least = test.kind === "months-since-first" ? 0 : 1;
    const fits = Number.isInteger(test.count) && test.count >= least && test.count <= largestCount;
    if (fits) return [];
    return [{ field: `${field}.count`, message: `Must be a whole number from ${least} to ${largestCount}.` }];
  }
  return "values" in test ? faultsOfValues(test, `${field}.values`) : [];
}

const forms: Partial<Record<TextTest["kind"], readonly [RegExp, string]>> = {
  product: [/^\d{1,20}$/, "Must be a product's number."],
  variant: [/^\d{1,20}$/, "Must be a variant's number."],
  collection: [/^\d{1,20}$/, "Must be a collection's number."],
  country: [/^[a-z]{2}$/i, "Must be a country's code of two letters."],
};

function faultsOfValues(test: TextTest, field: string): FieldError[] {
  if (test.values.length === 0) return [{ field, message: "Enter at least one value." }];
  if (test.values.length > mostValues) return [{ field, message: `Must be at most ${mostValues} values.` }];
  const form = forms[test.kind];
  for (const [index, value] of test.values.entries()) {
    const text = value.trim();
    if (text === "" || text.length > longestValue) {
      return [{ field: `${field}.${index}`, message: `Must be from 1 to ${longestValue} characters.` }];
    }
    if (form && !form[0].test(text)) return [{ field: `${field}.${index}`, message: form[1] }];
  }
  return [];
}

/** Leaves room for millions of orders before a balance exceeds the database's limit. */
export const LARGEST_AMOUNT_MINOR = 1_000_000_000_000n;

/** An amount above zero in the store's currency, small enough for the database. */
function faultsOfAmount(amount: Money, field: string, shopCurrency: string): FieldError[] {
  const { minor, currency } = amount;
  if (!isCurrency(currency) || currency !== shopCurrency) {
    return [{ field, message: `Must be in the store's currency, ${shopCurrency}.` }];
  }
  if (minor > 0n && minor <= LARGEST_AMOUNT_MINOR) return [];
  const most = toDecimal({ minor: LARGEST_AMOUNT_MINOR, currency });
  return [{ field, message: `Must be above 0 and at most ${most} ${currency}.` }];
}

/** T1: rules that can never pay, because an earlier one matches everything that they could. */
function findUnreached(rules: readonly Rule[]): FieldError[] {
  const faults: FieldError[] = [];
  for (const [index, rule] of rules.entries()) {
    const before = rules.slice(0, index).find((one) => implies(rule.when, one.when));
    if (!before) continue;
    const message = `Is never reached: "${before.name}" before it takes every line that this rule could.`;
    faults.push({ field: `rules.${index}`, message });
  }
  return faults;
}

/** Reason why a condition can never hold, or null. */
function findContradiction(condition: Condition): string | null {
  if (condition.kind === "any") {
    const contradictions = condition.of.map(findContradiction);
    return contradictions.every((one) => one !== null) ? (contradictions[0] ?? null) : null;
  }
  if (condition.kind !== "all") return null;
  const tests = testsTogether(condition);
  for (const [index, test] of tests.entries()) {
    const against = tests.slice(index + 1).map((other) => clashOfTests(test, other));
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

function clashOfTests(a: Test, b: Test): string | null {
  if (a.kind !== b.kind) return null;
  if ("is" in a) return "is" in b && a.is !== b.is ? `Can never hold: both ${a.is} and ${b.is}.` : null;
  if ("values" in a) return "values" in b ? clashOfTexts(a, b) : null;
  return "op" in b && !("values" in b) ? clashOfLimits(a, b) : null;
}

type LimitTest = Exclude<Test, { values: unknown } | { is: unknown }>;

function clashOfLimits(a: LimitTest, b: LimitTest): string | null {
  if (a.op === b.op) return null;
  const [low, high] = a.op === "at-least" ? [a, b] : [b, a];
  return limitOfTest(low) > limitOfTest(high) ? "Can never hold: at least more than at most." : null;
}

function limitOfTest(test: LimitTest): bigint {
  return "amount" in test ? test.amount.minor : BigInt(test.count);
}

/** A line has one of these, so two lists without a common value can never both match. */
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

/**
 * True when every line that meets `narrow` also meets `wide`. False when the conditions alone don't tell. An
 * unknown fact meets neither condition (T3), so it makes no difference.
 */
function implies(narrow: Condition, wide: Condition): boolean {
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
    const known = new Set(many.values.map(normalized));
    return few.values.every((value) => known.has(normalized(value)));
  }
  if ("values" in wide || "is" in wide || narrow.op !== wide.op) return false;
  const [low, high] = narrow.op === "at-least" ? [wide, narrow] : [narrow, wide];
  return limitOf(low) <= limitOf(high);
}

function limitOf(test: Exclude<Test, { values: unknown } | { is: unknown }>): bigint {
  return "amount" in test ? test.amount.minor : BigInt(test.count);
}

/** T3: texts are compared without case and surrounding blanks. */
function normalized(value: string): string {
  return value.trim().toLowerCase();
}
