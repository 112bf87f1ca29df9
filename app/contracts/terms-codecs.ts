import { z } from "zod";
import { findRateBps, type Money, parseDecimal, toPercent } from "#app/domain/money.ts";
import type { Condition, Test } from "#app/domain/terms/condition.ts";
import type { Bonus, FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import {
  bonus as bonusWire,
  type BonusWire,
  type ConditionWire,
  flatPay as flatPayWire,
  type FlatPayWire,
  pay as payWire,
  type PayWire,
  period as periodWire,
  type PeriodWire,
  type TermsBody,
  termsWire,
  type TermsWire,
  type TestWire,
  threshold as thresholdWire,
  type ThresholdWire,
} from "./terms.ts";
import { asStored, encode, money } from "./wire.ts";

/** Terms in an answer: `ProgramTerms` in the app, `termsWire` on the wire. */
export const termsCodec = z.codec(asStored(termsWire), z.custom<ProgramTerms>(), {
  decode: termsOfWire,
  encode: termsToWire,
});

export const payCodec = z.codec(asStored(payWire), z.custom<Pay>(), { decode: payOf, encode: payToWire });

export const flatPayCodec = z.codec(asStored(flatPayWire), z.custom<FlatPay>(), {
  decode: flatPayOf,
  encode: flatPayToWire,
});

export const periodCodec = z.codec(asStored(periodWire), z.custom<Period>(), {
  decode: periodOf,
  encode: periodToWire,
});

export const thresholdCodec = z.codec(asStored(thresholdWire), z.custom<Threshold>(), {
  decode: thresholdOf,
  encode: thresholdToWire,
});

export const bonusCodec = z.codec(asStored(bonusWire), z.custom<Bonus>(), {
  decode: bonusOf,
  encode: bonusToWire,
});

function termsToWire({ rules, commission, base, bonuses, ...rest }: ProgramTerms): TermsWire {
  const { caps, windowDays, approvalDays, approvalFrom, approval } = rest;
  return {
    rules: rules.map(({ id, name, when, pay }) => ({
      id,
      name,
      when: conditionToWire(when),
      pay: payToWire(pay),
    })),
    commission: payToWire(commission),
    base: { ...base },
    caps: {
      perOrder: caps.perOrder && encode(money, caps.perOrder),
      perAffiliate: caps.perAffiliate && {
        amount: encode(money, caps.perAffiliate.amount),
        period: periodToWire(caps.perAffiliate.period),
      },
    },
    bonuses: bonuses.map(bonusToWire),
    windowDays,
    approvalDays,
    approvalFrom,
    approval,
  };
}

function bonusToWire({ id, name, atLeast, repeats, amount }: Bonus): BonusWire {
  return { id, name, atLeast: thresholdToWire(atLeast), repeats, amount: encode(money, amount) };
}

function conditionToWire(condition: Condition): ConditionWire {
  if (condition.kind === "all" || condition.kind === "any") {
    return { type: condition.kind, of: condition.of.map(conditionToWire) };
  }
  return testToWire(condition);
}

function testToWire(test: Test): TestWire {
  if ("values" in test) return { type: test.kind, op: test.op, values: [...test.values] };
  if ("amount" in test) return { type: test.kind, op: test.op, amount: encode(money, test.amount) };
  if ("count" in test) return { type: test.kind, op: test.op, count: test.count };
  return { type: test.kind, is: test.is } as TestWire;
}

function payToWire(pay: Pay): PayWire {
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

function flatPayToWire(pay: FlatPay): FlatPayWire {
  if (pay.kind === "none") return { type: "none" };
  if (pay.kind === "percentage") return { type: "percentage", percent: toPercent(pay.rateBps) };
  return { type: pay.kind, amount: encode(money, pay.amount) };
}

function periodToWire(period: Period): PeriodWire {
  if (period.kind === "rolling") return { type: "rolling", days: period.days };
  if (period.kind === "calendar") return { type: "calendar", unit: period.unit };
  return { type: "ever" };
}

function thresholdToWire(threshold: Threshold): ThresholdWire {
  return threshold.measure === "orders"
    ? { measure: "orders", count: threshold.count }
    : { measure: "sales", amount: encode(money, threshold.amount) };
}

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
      perOrder: caps.perOrder && moneyOf(caps.perOrder),
      perAffiliate: caps.perAffiliate && {
        amount: moneyOf(caps.perAffiliate.amount),
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
function moneyOf({ amount, currencyCode }: { amount: string; currencyCode: string }): Money {
  return parseDecimal(amount, currencyCode);
}

function conditionOf(condition: ConditionWire): Condition {
  if ("of" in condition) return { kind: condition.type, of: condition.of.map(conditionOf) };
  return testOf(condition);
}

function testOf(test: TestWire): Condition {
  if ("values" in test) return { kind: test.type, op: test.op, values: test.values };
  if ("amount" in test) return { kind: test.type, op: test.op, amount: moneyOf(test.amount) };
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
  return { kind: pay.type, amount: moneyOf(pay.amount) };
}

export function periodOf(period: PeriodWire): Period {
  if (period.type === "rolling") return { kind: "rolling", days: period.days };
  if (period.type === "calendar") return { kind: "calendar", unit: period.unit };
  return { kind: "ever" };
}

export function bonusOf({ id, name, atLeast, repeats, amount }: BonusWire): Bonus {
  return { id, name, atLeast: thresholdOf(atLeast), repeats, amount: moneyOf(amount) };
}

function thresholdOf(threshold: ThresholdWire): Threshold {
  return threshold.measure === "orders"
    ? { measure: "orders", count: threshold.count }
    : { measure: "sales", amount: moneyOf(threshold.amount) };
}
