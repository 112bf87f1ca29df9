import type { Money } from "#app/domain/money.ts";
import type { Condition, Test } from "#app/domain/terms/condition.ts";
import type { Bonus, FlatPay, Pay, Period, ProgramTerms, Threshold } from "#app/domain/terms/terms.ts";
import { countries, customerTags, productIds, productTags, skus, sources, subIds, vendors } from "./names.ts";
import type { Chance } from "./random.ts";

/** Terms of every kind. Amounts are small against the orders', so that caps, tiers and thresholds are met often. */
export function randomTerms(
  chance: Chance,
  currency: string,
  { bonuses, approvals }: { readonly bonuses: number; readonly approvals: Chance },
): ProgramTerms {
  const rules = chance.is(0.6) ? chance.int(1, 4) : 0;
  const amount = (from: number, to: number): Money => ({ minor: chance.minor(from, to), currency });
  return {
    rules: Array.from({ length: rules }, (_, index) => ({
      id: `r${index + 1}`,
      name: `Rule ${index + 1}`,
      when: randomCondition(chance, currency, 2),
      pay: randomPay(chance, currency),
    })),
    commission: randomPay(chance, currency),
    base: {
      shipping: chance.is(0.25),
      tax: chance.is(0.25),
      tips: chance.is(0.25),
      giftCards: chance.is(0.25),
      duties: chance.is(0.25),
      beforeDiscounts: chance.is(0.25),
    },
    caps: {
      perOrder: chance.is(0.25) ? amount(1, 2000) : null,
      perAffiliate: chance.is(0.35) ? { amount: amount(1, 4000), period: randomPeriod(chance) } : null,
    },
    bonuses: Array.from({ length: bonuses }, (_, index) => randomBonus(chance, currency, `b${index + 1}`)),
    windowDays: chance.pick([1, 7, 30, 90]),
    approvalDays: chance.pick([0, 7, 14, 30, 60, 120]),
    approvalFrom: chance.pick(["order", "order", "payment", "fulfilment"]),
    approval: approvals.is(0.2) ? "manual" : "automatic",
  };
}

function randomPay(chance: Chance, currency: string): Pay {
  if (!chance.is(0.3)) return randomFlat(chance, currency);
  const isByOrders = chance.is(0.5);
  let level = 0;
  const next = (): Threshold => {
    if (isByOrders) return { measure: "orders", count: (level += chance.int(1, 2)) };
    level += chance.int(1, 20_000);
    return { measure: "sales", amount: { minor: BigInt(level), currency } };
  };
  return {
    kind: "tiered",
    period: randomPeriod(chance),
    below: randomFlat(chance, currency),
    steps: Array.from({ length: chance.int(1, 3) }, () => ({
      atLeast: next(),
      pay: randomFlat(chance, currency),
    })),
  };
}

function randomFlat(chance: Chance, currency: string): FlatPay {
  const other = currency === "USD" ? "EUR" : "USD";
  const money = (to: number): Money => ({
    minor: chance.minor(1, to),
    currency: chance.is(0.04) ? other : currency,
  });
  const kind = chance.pick(["percentage", "percentage", "percentage", "fixed", "per-item", "none"] as const);
  if (kind === "percentage") {
    return { kind, rateBps: chance.pick([1, 333, 500, 750, 1000, 1250, 3333, 10_000]) };
  }
  if (kind === "none") return { kind };
  return { kind, amount: money(kind === "fixed" ? 3000 : 400) };
}

function randomPeriod(chance: Chance): Period {
  const kind = chance.pick(["rolling", "calendar", "ever"] as const);
  if (kind === "rolling") return { kind, days: chance.pick([1, 7, 30, 90]) };
  if (kind === "calendar") return { kind, unit: chance.pick(["month", "quarter", "year"] as const) };
  return { kind };
}

function randomBonus(chance: Chance, currency: string, id: string): Bonus {
  const atLeast: Threshold = chance.is(0.5)
    ? { measure: "orders", count: chance.int(1, 2) }
    : { measure: "sales", amount: { minor: chance.minor(2000, 15_000), currency } };
  return {
    id,
    name: `Bonus ${id}`,
    atLeast,
    repeats: chance.is(0.5),
    amount: { minor: chance.minor(1, 2000), currency },
  };
}

function randomCondition(chance: Chance, currency: string, depth: number): Condition {
  if (depth === 0 || chance.is(0.6)) return randomTest(chance, currency);
  const of = Array.from({ length: chance.int(0, 3) }, () => randomCondition(chance, currency, depth - 1));
  return { kind: chance.pick(["all", "any"] as const), of };
}

function randomTest(chance: Chance, currency: string): Test {
  const op = chance.pick(["at-least", "at-most"] as const);
  const kind = chance.pick([
    "product",
    "variant",
    "sku",
    "collection",
    "vendor",
    "product-tag",
    "customer-tag",
    "country",
    "discount-code",
    "channel",
    "sub-id",
    "order-value",
    "quantity",
    "order-quantity",
    "customer-order",
    "months-since-first",
    "customer",
    "purchase",
  ] as const);
  if (kind === "order-value") return { kind, op, amount: { minor: chance.minor(0, 20_000), currency } };
  if (kind === "months-since-first") return { kind, op, count: chance.int(0, 2) };
  if (kind === "quantity" || kind === "order-quantity" || kind === "customer-order") {
    return { kind, op, count: chance.int(1, 4) };
  }
  if (kind === "customer") return { kind, is: chance.pick(["new", "returning"] as const) };
  if (kind === "purchase") return { kind, is: chance.pick(["subscription", "one-time"] as const) };
  const values = chance.some(valuesOf[kind], 0.4);
  return { kind, op: chance.pick(["any-of", "none-of"] as const), values };
}

/** Values that orders have, written in other cases now and then (T3). */
const valuesOf = {
  product: productIds,
  variant: productIds.map((id) => `${id}1`),
  sku: [...skus, "sku-1 "],
  collection: ["701", "702"],
  vendor: [...vendors, "ACME"],
  "product-tag": [...productTags, " SALE"],
  "customer-tag": customerTags,
  country: countries,
  "discount-code": ["welcome", "SPRING"],
  channel: sources,
  "sub-id": subIds,
} as const;
