import { findRateBps, type Money, parseDecimal } from "#app/domain/money.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import type { Bonus, FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import type { ConditionWire, TestWire } from "./conditions.ts";
import type {
  BonusWire,
  FlatPayWire,
  PayWire,
  PeriodWire,
  TermsBody,
  TermsWire,
  ThresholdWire,
} from "./terms.ts";

/** Terms in a request. Absent parts stay unchanged. */
export type TermsGiven = { readonly [Part in keyof ProgramTerms]?: ProgramTerms[Part] | undefined };

type TermsParts = { readonly [Part in keyof TermsBody]?: TermsBody[Part] | undefined };

/** Converts terms from the API to the domain. Rules and bonuses without an id get an unused one. */
export function termsOfWire(body: TermsWire): ProgramTerms;
export function termsOfWire(body: TermsParts): TermsGiven;
export function termsOfWire(body: TermsParts): TermsGiven {
  const { rules, commission, base, caps, bonuses, windowDays, approvalDays, approvalFrom, approval } = body;
  return {
    rules:
      rules &&
      withIds("rule", rules).map(({ id, name, when, pay }) => ({
        id,
        name,
        when: conditionOf(when),
        pay: payOf(pay),
      })),
    commission: commission && payOf(commission),
    base,
    caps: caps && {
      perOrder: caps.perOrder && money(caps.perOrder),
      perAffiliate: caps.perAffiliate && {
        amount: money(caps.perAffiliate.amount),
        period: periodOf(caps.perAffiliate.period),
      },
    },
    bonuses: bonuses && withIds("bonus", bonuses).map(bonusOf),
    windowDays,
    approvalDays,
    approvalFrom,
    approval,
  };
}

function withIds<Part extends { id?: string | undefined }>(prefix: string, parts: readonly Part[]) {
  const taken = new Set(parts.map((part) => part.id));
  let number = 0;
  return parts.map((part) => {
    if (part.id !== undefined) return { ...part, id: part.id };
    do number += 1;
    while (taken.has(`${prefix}-${number}`));
    return { ...part, id: `${prefix}-${number}` };
  });
}

/**
 * The contract has validated the amount.
 * @throws MoneyFormatError, UnknownCurrencyError
 */
function money({ amount, currencyCode }: { amount: string; currencyCode: string }): Money {
  return parseDecimal(amount, currencyCode);
}

function conditionOf(condition: ConditionWire): Condition {
  if ("of" in condition) return { kind: condition.type, of: condition.of.map(conditionOf) };
  return testOf(condition);
}

function testOf(test: TestWire): Condition {
  if ("values" in test) return { kind: test.type, op: test.op, values: test.values };
  if ("amount" in test) return { kind: test.type, op: test.op, amount: money(test.amount) };
  if ("count" in test) return { kind: test.type, op: test.op, count: test.count };
  return test.type === "customer" ? { kind: "customer", is: test.is } : { kind: "purchase", is: test.is };
}

export function payOf(pay: PayWire): Pay {
  if (pay.type !== "tiered") return flatPayOf(pay);
  const { period, below, steps } = pay;
  return {
    kind: "tiered",
    period: periodOf(period),
    below: flatPayOf(below),
    steps: steps.map((step) => ({ atLeast: thresholdOf(step.atLeast), pay: flatPayOf(step.pay) })),
  };
}

export function flatPayOf(pay: FlatPayWire): FlatPay {
  if (pay.type === "none") return { kind: "none" };
  if (pay.type === "percentage") return { kind: "percentage", rateBps: findRateBps(pay.percent) ?? 0 };
  return { kind: pay.type, amount: money(pay.amount) };
}

export function periodOf(period: PeriodWire): Period {
  if (period.type === "rolling") return { kind: "rolling", days: period.days };
  if (period.type === "calendar") return { kind: "calendar", unit: period.unit };
  return { kind: "ever" };
}

export function bonusOf({ id, name, atLeast, repeats, amount }: BonusWire): Bonus {
  return { id, name, atLeast: thresholdOf(atLeast), repeats, amount: money(amount) };
}

export function thresholdOf(threshold: ThresholdWire): Threshold {
  return threshold.measure === "orders"
    ? { measure: "orders", count: threshold.count }
    : { measure: "sales", amount: money(threshold.amount) };
}
