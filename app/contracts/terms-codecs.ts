import { z } from "zod";
import { toPercent } from "#app/domain/money.ts";
import type { Condition, Test } from "#app/domain/terms/condition.ts";
import type { Bonus, FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import type { ConditionWire, TestWire } from "./conditions.ts";
import {
  bonus as bonusWire,
  type BonusWire,
  flatPay as flatPayWire,
  type FlatPayWire,
  pay as payWire,
  type PayWire,
  period as periodWire,
  type PeriodWire,
  termsWire,
  type TermsWire,
  threshold as thresholdWire,
  type ThresholdWire,
} from "./terms.ts";
import { bonusOf, flatPayOf, payOf, periodOf, termsOfWire, thresholdOf } from "./terms-of-wire.ts";
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
