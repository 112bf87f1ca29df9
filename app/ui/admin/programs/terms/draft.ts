import type {
  BonusWire,
  ConditionWire,
  FlatPayWire,
  GroupWire,
  PayWire,
  PeriodWire,
  RuleWire,
  TermsWire,
  TestWire,
  ThresholdWire,
} from "#app/contracts/terms.ts";

/** A wire shape while it is edited: numbers are text. The API accepts both. */
export type TypedShape<T> = T extends number
  ? string
  : T extends readonly (infer Item)[]
    ? TypedShape<Item>[]
    : T extends object
      ? { [Key in keyof T]: TypedShape<T[Key]> }
      : T;

export type TermsDraft = TypedShape<TermsWire>;
export type RuleDraft = TypedShape<RuleWire>;
export type BonusDraft = TypedShape<BonusWire>;
export type PayDraft = TypedShape<PayWire>;
export type TieredDraft = Extract<PayDraft, { type: "tiered" }>;
export type TierDraft = TieredDraft["steps"][number];
export type FlatPayDraft = TypedShape<FlatPayWire>;
export type PeriodDraft = TypedShape<PeriodWire>;
export type ThresholdDraft = TypedShape<ThresholdWire>;
export type TestDraft = TypedShape<TestWire>;
export type GroupDraft = TypedShape<GroupWire>;
export type ConditionDraft = TypedShape<ConditionWire>;
export type MoneyDraft = { amount: string; currencyCode: string };

export function typed<T>(value: T): TypedShape<T> {
  if (typeof value === "number") return String(value) as TypedShape<T>;
  if (Array.isArray(value)) return value.map(typed) as TypedShape<T>;
  if (typeof value !== "object" || value === null) return value as TypedShape<T>;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, typed(part)])) as TypedShape<T>;
}

/** Terms of a new program, with the shop's defaults. */
export function newTerms(days: { windowDays: number; approvalDays: number }): TermsDraft {
  return {
    rules: [],
    commission: { type: "percentage", percent: "10" },
    base: {
      shipping: false,
      tax: false,
      tips: false,
      giftCards: false,
      duties: false,
      beforeDiscounts: false,
    },
    caps: { perOrder: null, perAffiliate: null },
    bonuses: [],
    windowDays: String(days.windowDays),
    approvalDays: String(days.approvalDays),
    approvalFrom: "order",
    approval: "automatic",
  };
}

/** First unused id of rule-1, rule-2, … */
export function freeId(prefix: string, parts: readonly { readonly id: string }[]): string {
  let number = 1;
  while (parts.some((part) => part.id === `${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}

/** Condition as a group, for the screen. A single test becomes a group of one. */
export function asGroup(condition: ConditionDraft): GroupDraft {
  return "of" in condition ? condition : { type: "all", of: [condition] };
}

/** The list with one item replaced. */
export function replaced<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  return items.map((one, at) => (at === index ? item : one));
}

/** The list without one item. */
export function without<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_, at) => at !== index);
}

/** The list with one item moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = without(items, from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export type TestKind = TestDraft["type"];

/** Parts of the eligible amount to choose, in the order of the editor. */
export const baseParts = ["shipping", "tax", "tips", "duties", "giftCards", "beforeDiscounts"] as const;

/** Conditions of a rule, in the order of the menu. */
export const testKinds: readonly TestKind[] = [
  "product",
  "variant",
  "collection",
  "sku",
  "vendor",
  "product-tag",
  "customer",
  "customer-tag",
  "customer-order",
  "months-since-first",
  "purchase",
  "order-value",
  "order-quantity",
  "quantity",
  "discount-code",
  "country",
  "channel",
  "affiliate-tag",
  "sub-id",
];

export const goodsKinds = ["product", "variant", "collection"] as const;
export type GoodsKind = (typeof goodsKinds)[number];

type TestTypeWith<Field extends string> = Extract<TestDraft, Record<Field, unknown>>["type"];

const counting: readonly TestTypeWith<"count">[] = [
  "quantity",
  "order-quantity",
  "customer-order",
  "months-since-first",
];

/** New test of a kind, with nothing to compare with yet. */
export function newTest(kind: TestKind, currencyCode: string): TestDraft {
  if (kind === "order-value") return { type: kind, op: "at-least", amount: { amount: "", currencyCode } };
  if (kind === "customer") return { type: kind, is: "new" };
  if (kind === "purchase") return { type: kind, is: "subscription" };
  const counted = counting.find((one) => one === kind);
  if (counted) return { type: counted, op: counted === "customer-order" ? "at-most" : "at-least", count: "" };
  return { type: kind as TestTypeWith<"values">, op: "any-of", values: [] };
}

/** The rate before any tier. */
export function baseRate({ commission }: Pick<TermsDraft, "commission">): FlatPayDraft {
  return commission.type === "tiered" ? commission.below : commission;
}

/** Converts a rate to another type and keeps typed values that fit. */
export function payAs(kind: FlatPayDraft["type"], before: FlatPayDraft, currencyCode: string): FlatPayDraft {
  const amount = "amount" in before ? before.amount : { amount: "", currencyCode };
  if (kind === "none") return { type: "none" };
  if (kind === "percentage") return { type: kind, percent: "percent" in before ? before.percent : "" };
  return { type: kind, amount };
}

/** Tiers above a rate, by net sales of the month, with an empty first tier. */
export function tiersOf(below: FlatPayDraft, currency: string): TieredDraft {
  return {
    type: "tiered",
    period: { type: "calendar", unit: "month" },
    below,
    steps: [newTier(below, undefined, currency)],
  };
}

/** The next tier: what the last one counts, and its rate to start from. */
export function newTier(below: FlatPayDraft, last: TierDraft | undefined, currencyCode: string): TierDraft {
  const sales: ThresholdDraft = { measure: "sales", amount: { amount: "", currencyCode } };
  const atLeast: ThresholdDraft =
    last?.atLeast.measure === "orders" ? { measure: "orders", count: "" } : sales;
  const pay: FlatPayDraft = last?.pay ?? below;
  return { atLeast, pay: pay.type === "percentage" ? { type: "percentage", percent: "" } : pay };
}
