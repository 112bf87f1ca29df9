import { WHOLE_BPS } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import { faultsOfAmount } from "./amount-faults.ts";
import { testsOf } from "./condition.ts";
import { faultsOfCondition } from "./condition-faults.ts";
import { findContradiction, findUnreached } from "./contradictions.ts";
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

export const LONGEST_ATTRIBUTION_DAYS = 3650;
export const LONGEST_HOLD_DAYS = 365;
export const LONGEST_PERIOD_DAYS = 3650;
export const MOST_RULES = 50;
const mostTests = 200;
const mostSteps = 20;
const mostBonuses = 20;
const largestCount = 1_000_000;

/** What is wrong with terms before they are frozen, by field ("rules.0.pay"); empty when they can be saved. */
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
    // What is reached and cut is kept by the rule's id: the fallback's share would be taken for this rule's.
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
    if (before !== null && !rises(before, step.atLeast)) {
      faults.push({
        field: `${at}.atLeast`,
        message: "Must be above the tier before it, and count the same.",
      });
    }
    before = step.atLeast;
  }
  return faults;
}

function rises(before: Threshold, next: Threshold): boolean {
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
  if (period.kind !== "rolling" || isWhole(period.days, 1, LONGEST_PERIOD_DAYS)) return [];
  return [{ field: `${field}.days`, message: `Must be a whole number from 1 to ${LONGEST_PERIOD_DAYS}.` }];
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

function faultsOfDays({ attributionDays, holdDays }: ProgramTerms): FieldError[] {
  const faults: FieldError[] = [];
  if (!isWhole(attributionDays, 1, LONGEST_ATTRIBUTION_DAYS)) {
    const message = `Must be a whole number from 1 to ${LONGEST_ATTRIBUTION_DAYS}.`;
    faults.push({ field: "attributionDays", message });
  }
  if (!isWhole(holdDays, 0, LONGEST_HOLD_DAYS)) {
    faults.push({ field: "holdDays", message: `Must be a whole number from 0 to ${LONGEST_HOLD_DAYS}.` });
  }
  return faults;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
