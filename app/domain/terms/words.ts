import { type Money, toDecimal, toPercent } from "../money.ts";
import type { LineFacts } from "../order.ts";
import type { Condition, CountTest, Test, TextTest } from "./condition.ts";
import { holds, type OrderView, outcomeOf } from "./match.ts";
import type { Pay, Period, Threshold } from "./terms.ts";

/**
 * Pay in words: "10% of the base".
 * @throws UnknownCurrencyError
 */
export function payText(pay: Pay): string {
  switch (pay.kind) {
    case "none":
      return "no commission";
    case "percentage":
      return `${toPercent(pay.rateBps)}% of the base`;
    case "fixed":
      return `${moneyText(pay.amount)} for an order`;
    case "per-item":
      return `${moneyText(pay.amount)} for each piece`;
    case "tiered":
    default: {
      const steps = pay.steps.map((step) => `from ${thresholdText(step.atLeast)} ${payText(step.pay)}`);
      return `${payText(pay.below)}; ${steps.join("; ")} (${periodText(pay.period)})`;
    }
  }
}

export function thresholdText(threshold: Threshold): string {
  if (threshold.measure === "sales") return `${moneyText(threshold.amount)} of net sales`;
  return threshold.count === 1 ? "1 order" : `${threshold.count} orders`;
}

export function periodText(period: Period): string {
  if (period.kind === "ever") return "of all time";
  if (period.kind === "calendar") return `in the calendar ${period.unit}`;
  return period.days === 1 ? "in a day" : `in ${period.days} days`;
}

/** Returns a name for a value that terms store by id, or the value itself when the name is unknown. */
export type NameOf = (kind: TextTest["kind"], value: string) => string;

/** A condition in words. */
export function conditionText(condition: Condition, nameOf: NameOf): string {
  if (condition.kind !== "all" && condition.kind !== "any") return testText(condition, nameOf);
  if (condition.of.length === 0) return condition.kind === "all" ? "always" : "never";
  const texts = condition.of.map((one) => {
    const isGroup = (one.kind === "all" || one.kind === "any") && one.of.length > 1;
    const text = conditionText(one, nameOf);
    return isGroup ? `(${text})` : text;
  });
  return texts.join(condition.kind === "all" ? " and " : " or ");
}

const textNames: Record<TextTest["kind"], string> = {
  product: "product",
  variant: "variant",
  sku: "SKU",
  collection: "collection",
  vendor: "vendor",
  "product-tag": "product tag",
  "affiliate-tag": "affiliate tag",
  "customer-tag": "customer tag",
  country: "country",
  "discount-code": "discount code",
  channel: "sales channel",
  "sub-id": "sub-id",
};

const countNames: Record<CountTest["kind"], string> = {
  quantity: "pieces of the line",
  "order-quantity": "pieces of the order",
  "customer-order": "number of the customer's order",
  "months-since-first": "months since the customer's first order",
};

/** Longer lists are only counted, because the text appears on every line that the test was tried on. */
export const mostNamed = 10;

function valuesText({ kind, values }: TextTest, nameOf: NameOf): string {
  const named = values.slice(0, mostNamed).map((value) => nameOf(kind, value));
  const others = values.length - named.length;
  if (others === 0) return named.join(" or ");
  return `${named.join(" or ")} or ${others === 1 ? "another one" : `${others} others`}`;
}

/** One test in words. */
export function testText(test: Test, nameOf: NameOf): string {
  if (test.kind === "customer") return `the customer is ${test.is}`;
  if (test.kind === "purchase") {
    return test.is === "subscription" ? "bought by subscription" : "bought once, without subscription";
  }
  if ("values" in test) {
    const verb = test.op === "any-of" ? "is" : "is not";
    return `${textNames[test.kind]} ${verb} ${valuesText(test, nameOf)}`;
  }
  const limit = test.op === "at-least" ? "at least" : "at most";
  if (test.kind === "order-value") return `the order's goods are worth ${limit} ${moneyText(test.amount)}`;
  return `${countNames[test.kind]} ${limit} ${test.count}`;
}

function moneyText(amount: Money): string {
  return `${toDecimal(amount)} ${amount.currency}`;
}

/** Name of the fallback in explanations, which are in English. */
export const restRuleName = "Everything else";

/** Reason why a condition does not hold for a line, in words. Null if it does (T1). */
export function whyNot(
  condition: Condition,
  { line, order, nameOf }: { line: LineFacts | null; order: OrderView; nameOf: NameOf },
): string | null {
  const asking = { line, order, nameOf };
  if (holds(condition, line, order)) return null;
  if (condition.kind === "all") {
    const failing = condition.of.find((one) => !holds(one, line, order));
    return failing ? whyNot(failing, asking) : null;
  }
  if (condition.kind === "any") {
    const reasons = condition.of.map((one) => whyNot(one, asking));
    return reasons.join("; and ").replaceAll("; and It asks", "; and it asks");
  }
  const outcome = outcomeOf(condition, line, order);
  const question = `It asks: ${testText(condition, nameOf)}`;
  if (outcome === "unknown") return `${question}. That is not known of this order`;
  return outcome === "not-goods" ? `${question}. That is no matter of goods` : question;
}
