import { type Money, toPercent } from "#app/domain/money.ts";
import type { Condition, Test } from "#app/domain/terms/condition.ts";
import type { Bonus, FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import type { ConditionWire, TestWire } from "./conditions.ts";
import type { BonusWire, FlatPayWire, PayWire, PeriodWire, TermsWire, ThresholdWire } from "./terms.ts";
import { moneyToWire } from "./wire.ts";

/** Terms as the API writes them. */
export function termsToWire(terms: ProgramTerms): TermsWire {
  const { caps, attributionDays, holdDays, holdFrom, approval } = terms;
  return {
    rules: terms.rules.map(({ id, name, when, pay }) => ({
      id,
      name,
      when: conditionToWire(when),
      pay: payToWire(pay),
    })),
    commission: payToWire(terms.commission),
    base: { ...terms.base },
    caps: {
      perOrder: caps.perOrder && money(caps.perOrder),
      perAffiliate: caps.perAffiliate && {
        amount: money(caps.perAffiliate.amount),
        period: periodToWire(caps.perAffiliate.period),
      },
    },
    bonuses: terms.bonuses.map(bonusToWire),
    attributionDays,
    holdDays,
    holdFrom,
    approval,
  };
}

export function bonusToWire({ id, name, atLeast, repeats, amount }: Bonus): BonusWire {
  return { id, name, atLeast: thresholdToWire(atLeast), repeats, amount: money(amount) };
}

function money({ minor, currency }: Money) {
  return moneyToWire(minor, currency);
}

function conditionToWire(condition: Condition): ConditionWire {
  if (condition.kind === "all" || condition.kind === "any") {
    return { type: condition.kind, of: condition.of.map(conditionToWire) };
  }
  return testToWire(condition);
}

function testToWire(test: Test): TestWire {
  if ("values" in test) return { type: test.kind, op: test.op, values: [...test.values] };
  if ("amount" in test) return { type: test.kind, op: test.op, amount: money(test.amount) };
  if ("count" in test) return { type: test.kind, op: test.op, count: test.count };
  return { type: test.kind, is: test.is } as TestWire;
}

export function payToWire(pay: Pay): PayWire {
  if (pay.kind !== "tiered") return flatPayToWire(pay);
  return {
    type: "tiered",
    period: periodToWire(pay.period),
    below: flatPayToWire(pay.below),
    steps: pay.steps.map((step) => ({
      atLeast: thresholdToWire(step.atLeast),
      pay: flatPayToWire(step.pay),
    })),
  };
}

export function flatPayToWire(pay: FlatPay): FlatPayWire {
  if (pay.kind === "none") return { type: "none" };
  if (pay.kind === "percentage") return { type: "percentage", percent: toPercent(pay.rateBps) };
  return { type: pay.kind, amount: money(pay.amount) };
}

export function periodToWire(period: Period): PeriodWire {
  if (period.kind === "rolling") return { type: "rolling", days: period.days };
  if (period.kind === "calendar") return { type: "calendar", unit: period.unit };
  return { type: "ever" };
}

export function thresholdToWire(threshold: Threshold): ThresholdWire {
  return threshold.measure === "orders"
    ? { measure: "orders", count: threshold.count }
    : { measure: "sales", amount: money(threshold.amount) };
}
