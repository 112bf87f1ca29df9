import type { Step } from "#app/domain/explanation-steps.ts";
import { type FirstReadFact, type LineRule, mostNamed, type TitledGoods } from "#app/domain/explanation.ts";
import type { Explanation } from "#app/domain/explanation.ts";
import { type Money, toDecimal } from "#app/domain/money.ts";
import type { Condition, Test, TextTest } from "#app/domain/terms/condition.ts";
import type { FlatPay, Pay, Period, Threshold } from "#app/domain/terms/terms.ts";
import type { UnmetTest } from "#app/domain/terms/why-not.ts";
import type { ExplanationWriter } from "./reason-words.ts";

const wholeBps = 10_000;

function moneyWords({ formats }: ExplanationWriter, money: Money): string {
  return formats.money({ amount: toDecimal(money), currencyCode: money.currency });
}

function rateWords({ formats }: ExplanationWriter, rateBps: number): string {
  return formats.ratio(rateBps / wholeBps);
}

/** Pay in words: "10%". */
export function payWords(pay: Pay, writer: ExplanationWriter): string {
  if (pay.kind !== "tiered") return flatPayWords(pay, writer);
  const { t } = writer;
  const steps = pay.steps.map((step) =>
    t("pay.tier", { pay: flatPayWords(step.pay, writer), threshold: thresholdWords(step.atLeast, writer) }),
  );
  const below = flatPayWords(pay.below, writer);
  return t("pay.tiered", { below, steps: steps.join(", "), period: periodWords(pay.period, writer) });
}

function flatPayWords(pay: FlatPay, writer: ExplanationWriter): string {
  const { t } = writer;
  if (pay.kind === "none") return t("pay.none");
  if (pay.kind === "percentage") return t("pay.percentage", { rate: rateWords(writer, pay.rateBps) });
  const amount = moneyWords(writer, pay.amount);
  return pay.kind === "fixed" ? t("pay.fixed", { amount }) : t("pay.perItem", { amount });
}

function thresholdWords(threshold: Threshold, writer: ExplanationWriter): string {
  const { t } = writer;
  if (threshold.measure === "orders") return t("threshold.orders", { count: threshold.count });
  return t("threshold.sales", { amount: moneyWords(writer, threshold.amount) });
}

function periodWords(period: Period, { t }: ExplanationWriter): string {
  if (period.kind === "ever") return t("period.ever");
  return period.kind === "calendar" ? t(`period.${period.unit}`) : t("period.days", { count: period.days });
}

/** "15% of $129.00. Tier reached: $100 a month." Null where no rates explain the commission. */
export function summaryWords(
  { rates, tier, totals }: Pick<Explanation, "rates" | "tier" | "totals">,
  writer: ExplanationWriter,
): string | null {
  if (rates.length === 0) return null;
  const { t } = writer;
  const { currency } = totals.base;
  const texts: string[] = rates.map(({ rateBps, eligibleMinor: minor }) =>
    t("summary.rate", { rate: rateWords(writer, rateBps), amount: moneyWords(writer, { minor, currency }) }),
  );
  const parts = texts.reduce((first, second) => t("summary.and", { first, second }));
  if (tier === null) return t("summary.sentence", { rates: parts });
  const [threshold, period] = [thresholdWords(tier.atLeast, writer), periodWords(tier.period, writer)];
  return t("summary.tier", { rates: parts, threshold, period });
}

/** One step of the calculation. */
export function stepWords(step: Step, writer: ExplanationWriter): string {
  const { t } = writer;
  const text = exactStepWords(step, writer);
  return step.exact === undefined ? text : t("steps.rounded", { step: text, exact: step.exact });
}

function exactStepWords(step: Step, writer: ExplanationWriter): string {
  const { t, formats, timeZone } = writer;
  const { code, quantity = 0, rateBps = 0, each, refund, share } = step;
  const values = { quantity, each: each ? moneyWords(writer, each) : "", rate: rateWords(writer, rateBps) };
  if (code === "refund") {
    return t("steps.refund", { date: refund ? formats.date(new Date(refund.at), timeZone) : "" });
  }
  if (code !== "current") return t(`steps.${code}`, values);
  if (step.rateBps !== undefined) return t("steps.currentRate", values);
  if (!share) return t("steps.current");
  return t("steps.currentShare", {
    earned: moneyWords(writer, share.earned),
    left: moneyWords(writer, share.left),
    eligible: moneyWords(writer, share.eligible),
  });
}

/** A fact that was read from other orders. */
export function knownWords(fact: FirstReadFact, writer: ExplanationWriter): string {
  const { t } = writer;
  switch (fact.code) {
    case "reached": {
      const values = { count: fact.orders, sales: moneyWords(writer, fact.sales) };
      return fact.of === null
        ? t("known.reached", values)
        : t("known.reachedFor", { ...values, rule: fact.of });
    }
    case "cap-left":
      return t("known.capLeft", { amount: moneyWords(writer, fact.left) });
    case "affiliate-order":
      return t("known.affiliateOrder", { number: fact.number });
    case "customer-order":
      return fact.countedBy === "store"
        ? t("known.storeOrder", { number: fact.number })
        : t("known.creditedOrder", { number: fact.number });
    case "affiliate-tags":
    default:
      return fact.tags.length > 0 ? t("known.tags", { tags: fact.tags.join(", ") }) : t("known.noTags");
  }
}

/** How a rule applied to a line. */
export function ruleWords(
  { rule, pay, tried, matched, unmet }: LineRule,
  goods: readonly TitledGoods[],
  writer: ExplanationWriter,
): string {
  const { t } = writer;
  if (!tried) return t("rule.earlier");
  if (!matched) return unmetWords(unmet, goods, writer);
  if (rule === null) return t("rule.pays", { pay: payWords(pay, writer) });
  return t("rule.paysBecause", {
    pay: payWords(pay, writer),
    when: conditionWords(rule.when, goods, writer),
  });
}

const unmetKeys = { fails: "needs", unknown: "unknown", "not-goods": "notGoods" } as const;

function unmetWords(
  unmet: readonly UnmetTest[],
  goods: readonly TitledGoods[],
  writer: ExplanationWriter,
): string {
  const { t } = writer;
  if (unmet.length === 0) return t("rule.never");
  const texts: string[] = unmet.map(({ test, outcome }) =>
    t(`rule.${unmetKeys[outcome]}`, { test: testWords(test, goods, writer) }),
  );
  return texts.reduce((first, second) => t("rule.or", { first, second }));
}

/** A condition in words. */
export function conditionWords(
  condition: Condition,
  goods: readonly TitledGoods[],
  writer: ExplanationWriter,
): string {
  const { t } = writer;
  if (condition.kind !== "all" && condition.kind !== "any") return testWords(condition, goods, writer);
  const { kind, of } = condition;
  if (of.length === 0) return kind === "all" ? t("condition.always") : t("condition.never");
  return of
    .map((one) => {
      const isGroup = (one.kind === "all" || one.kind === "any") && one.of.length > 1;
      const text = conditionWords(one, goods, writer);
      return isGroup ? t("condition.group", { condition: text }) : text;
    })
    .reduce((first, second) => t(`condition.${kind}`, { first, second }));
}

function testWords(test: Test, goods: readonly TitledGoods[], writer: ExplanationWriter): string {
  const { t } = writer;
  if (test.kind === "customer") {
    return test.is === "new" ? t("condition.newCustomer") : t("condition.returningCustomer");
  }
  if (test.kind === "purchase") {
    return test.is === "subscription" ? t("condition.subscription") : t("condition.oneTime");
  }
  if ("values" in test) {
    const values = { subject: t(`subject.${test.kind}`), values: valuesWords(test, goods, writer) };
    return test.op === "any-of" ? t("condition.is", values) : t("condition.isNot", values);
  }
  if (test.kind === "order-value") {
    const values = { amount: moneyWords(writer, test.amount) };
    return test.op === "at-least" ? t("condition.orderAtLeast", values) : t("condition.orderAtMost", values);
  }
  const values = { subject: t(`subject.${test.kind}`), count: test.count };
  return test.op === "at-least" ? t("condition.atLeast", values) : t("condition.atMost", values);
}

function valuesWords(
  { kind, values }: TextTest,
  goods: readonly TitledGoods[],
  { t, formats }: ExplanationWriter,
): string {
  const named = values.slice(0, mostNamed).map((value) => {
    if (kind !== "product" && kind !== "variant" && kind !== "collection") return value;
    const found = goods.find((one) => one.kind === kind && one.id === value);
    return found ? t("condition.goods", { title: found.title }) : t("condition.unknownGoods", { id: value });
  });
  const count = values.length - named.length;
  return count === 0 ? formats.list(named) : t("condition.others", { named: named.join(", "), count });
}
