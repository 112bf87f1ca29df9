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

type KindText = { readonly value: TestKind; readonly label: string };

/** Conditions of a rule, in the order of the menu. */
export const testKinds: readonly KindText[] = [
  { value: "product", label: "Product" },
  { value: "variant", label: "Variant" },
  { value: "collection", label: "Collection" },
  { value: "sku", label: "SKU" },
  { value: "vendor", label: "Vendor" },
  { value: "product-tag", label: "Product tag" },
  { value: "customer", label: "Customer new or returning" },
  { value: "customer-tag", label: "Customer tag" },
  { value: "customer-order", label: "Number of the customer's order" },
  { value: "months-since-first", label: "Months since the customer's first order" },
  { value: "purchase", label: "Subscription or one-time" },
  { value: "order-value", label: "Order value" },
  { value: "order-quantity", label: "Pieces in the order" },
  { value: "quantity", label: "Pieces of the line" },
  { value: "discount-code", label: "Discount code" },
  { value: "country", label: "Country" },
  { value: "channel", label: "Sales channel" },
  { value: "affiliate-tag", label: "Affiliate tag" },
  { value: "sub-id", label: "Sub-id of the click" },
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

export function labelOfKind(kind: TestKind): string {
  return testKinds.find((one) => one.value === kind)?.label ?? kind;
}
