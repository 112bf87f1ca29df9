import { longestPeriodDays, programDays } from "../program.ts";
import { isCurrency, type Money, moneyText, WHOLE_BPS } from "../money.ts";
import type { Reason } from "../refusal-codes.ts";
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
  if (rules.length > MOST_RULES) {
    return [{ field: "rules", reason: { code: "rules_too_many", most: MOST_RULES } }];
  }
  if (rules.flatMap((rule) => testsOf(rule.when)).length > mostTests) {
    return [{ field: "rules", reason: { code: "tests_too_many", most: mostTests } }];
  }
  const faults: FieldError[] = [...faultsOfIds(rules, "rules"), ...findUnreached(rules)];
  for (const [index, rule] of rules.entries()) {
    const field = `rules.${index}`;
    if (rule.name.trim() === "") {
      faults.push({ field: `${field}.name`, reason: { code: "value_missing", what: "name" } });
    }
    // Reached amounts and allocations are stored by rule id, so this id would collide with the fallback's.
    if (rule.id === fallbackKey) {
      faults.push({ field: `${field}.id`, reason: { code: "id_reserved" } });
    }
    const ofCondition = faultsOfCondition(rule.when, `${field}.when`, currency);
    faults.push(...ofCondition);
    const contradiction = ofCondition.length === 0 ? findContradiction(rule.when) : null;
    if (contradiction !== null) faults.push({ field: `${field}.when`, reason: contradiction });
    faults.push(...faultsOfPay(rule.pay, `${field}.pay`, currency));
  }
  return faults;
}

function faultsOfIds(named: readonly { readonly id: string }[], field: string): FieldError[] {
  const ids = named.map((one) => one.id);
  const twice = ids.findIndex((id, index) => id === "" || ids.indexOf(id) !== index);
  return twice === -1 ? [] : [{ field: `${field}.${twice}.id`, reason: { code: "id_repeated" } }];
}

function faultsOfPay(pay: Pay, field: string, currency: string): FieldError[] {
  if (pay.kind !== "tiered") return faultsOfFlatPay(pay, field, currency);
  const faults: FieldError[] = [
    ...faultsOfPeriod(pay.period, `${field}.period`),
    ...faultsOfFlatPay(pay.below, `${field}.below`, currency),
  ];
  if (pay.steps.length === 0 || pay.steps.length > mostSteps) {
    faults.push({ field: `${field}.steps`, reason: { code: "tiers_count", most: mostSteps } });
  }
  let before: Threshold | null = null;
  for (const [index, step] of pay.steps.entries()) {
    const at = `${field}.steps.${index}`;
    faults.push(...faultsOfThreshold(step.atLeast, `${at}.atLeast`, currency));
    faults.push(...faultsOfFlatPay(step.pay, `${at}.pay`, currency));
    if (before !== null && !isHigherThreshold(before, step.atLeast)) {
      faults.push({
        field: `${at}.atLeast`,
        reason: { code: "tier_order" },
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
  return fits ? [] : [{ field, reason: { code: "rate_range" } }];
}

function faultsOfPeriod(period: Period, field: string): FieldError[] {
  if (period.kind !== "rolling" || isWhole(period.days, 1, longestPeriodDays)) return [];
  return [{ field: `${field}.days`, reason: { code: "between", least: 1, most: longestPeriodDays } }];
}

function faultsOfThreshold(threshold: Threshold, field: string, currency: string): FieldError[] {
  if (threshold.measure === "sales") return faultsOfAmount(threshold.amount, field, currency);
  if (isWhole(threshold.count, 1, largestCount)) return [];
  return [{ field, reason: { code: "between", least: 1, most: largestCount } }];
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
    return [{ field: "bonuses", reason: { code: "bonuses_too_many", most: mostBonuses } }];
  }
  const faults = faultsOfIds(bonuses, "bonuses");
  for (const [index, bonus] of bonuses.entries()) {
    const field = `bonuses.${index}`;
    if (bonus.name.trim() === "") {
      faults.push({ field: `${field}.name`, reason: { code: "value_missing", what: "name" } });
    }
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
    isWhole(days, least, most) ? [] : [{ field, reason: { code: "between" as const, least, most } }],
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
  if (depth > deepestGroup) return [{ field, reason: { code: "groups_too_deep", most: deepestGroup } }];
  if (condition.kind === "any" && condition.of.length === 0) {
    return [{ field, reason: { code: "group_empty" } }];
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
    return [{ field: `${field}.count`, reason: { code: "between", least, most: largestCount } }];
  }
  return "values" in test ? faultsOfValues(test, `${field}.values`) : [];
}

const notDigits: Reason = { code: "value_invalid", what: "digits" };
const forms: Partial<Record<TextTest["kind"], readonly [RegExp, Reason]>> = {
  product: [/^\d{1,20}$/, notDigits],
  variant: [/^\d{1,20}$/, notDigits],
  collection: [/^\d{1,20}$/, notDigits],
  country: [/^[a-z]{2}$/i, { code: "value_invalid", what: "country_code" }],
};

function faultsOfValues(test: TextTest, field: string): FieldError[] {
  if (test.values.length === 0) return [{ field, reason: { code: "value_missing", what: "value" } }];
  if (test.values.length > mostValues) {
    return [{ field, reason: { code: "values_too_many", most: mostValues } }];
  }
  const form = forms[test.kind];
  for (const [index, value] of test.values.entries()) {
    const text = value.trim();
    if (text === "" || text.length > longestValue) {
      return [{ field: `${field}.${index}`, reason: { code: "length_between", most: longestValue } }];
    }
    if (form && !form[0].test(text)) return [{ field: `${field}.${index}`, reason: form[1] }];
  }
  return [];
}

/** Leaves room for millions of orders before a balance exceeds the database's limit. */
export const LARGEST_AMOUNT_MINOR = 1_000_000_000_000n;

/** An amount above zero in the store's currency, small enough for the database. */
function faultsOfAmount(amount: Money, field: string, shopCurrency: string): FieldError[] {
  const { minor, currency } = amount;
  if (!isCurrency(currency) || currency !== shopCurrency) {
    return [{ field, reason: { code: "store_currency_only", currency: shopCurrency } }];
  }
  if (minor > 0n && minor <= LARGEST_AMOUNT_MINOR) return [];
  const most = moneyText({ minor: LARGEST_AMOUNT_MINOR, currency });
  return [{ field, reason: { code: "amount_above_zero", most } }];
}

/** T1: rules that can never pay, because an earlier one matches everything that they could. */
function findUnreached(rules: readonly Rule[]): FieldError[] {
  const faults: FieldError[] = [];
  for (const [index, rule] of rules.entries()) {
    const before = rules.slice(0, index).find((one) => implies(rule.when, one.when));
    if (!before) continue;
    faults.push({ field: `rules.${index}`, reason: { code: "rule_unreached", before: before.name } });
  }
  return faults;
}

/** Reason why a condition can never hold, or null. */
function findContradiction(condition: Condition): Reason | null {
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

function clashOfTests(a: Test, b: Test): Reason | null {
  if (a.kind !== b.kind) return null;
  if ("is" in a) {
    return "is" in b && a.is !== b.is ? { code: "never_both", one: a.is, other: b.is } : null;
  }
  if ("values" in a) return "values" in b ? clashOfTexts(a, b) : null;
  return "op" in b && !("values" in b) ? clashOfLimits(a, b) : null;
}

type LimitTest = Exclude<Test, { values: unknown } | { is: unknown }>;

function clashOfLimits(a: LimitTest, b: LimitTest): Reason | null {
  if (a.op === b.op) return null;
  const [low, high] = a.op === "at-least" ? [a, b] : [b, a];
  return limitOfTest(low) > limitOfTest(high) ? { code: "never_limits" } : null;
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

function clashOfTexts(a: TextTest, b: TextTest): Reason | null {
  const [ofA, ofB] = [setOf(a), setOf(b)];
  if (a.op === "any-of" && b.op === "any-of") {
    if (!single.has(a.kind) || [...ofA].some((value) => ofB.has(value))) return null;
    return { code: "never_lists" };
  }
  if (a.op === b.op) return null;
  const [wanted, refused] = a.op === "any-of" ? [ofA, ofB] : [ofB, ofA];
  if ([...wanted].some((value) => !refused.has(value))) return null;
  return { code: "never_excluded" };
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
