import type { ConditionWire, GroupWire, TestWire } from "#app/contracts/conditions.ts";
import type {
  BonusWire,
  FlatPayWire,
  PayWire,
  PeriodWire,
  RuleWire,
  TermsWire,
  ThresholdWire,
} from "#app/contracts/terms.ts";

/** A wire shape while it is typed: its numbers are texts. The API reads both. */
export type Typed<T> = T extends number
  ? string
  : T extends readonly (infer Item)[]
    ? Typed<Item>[]
    : T extends object
      ? { [Key in keyof T]: Typed<T[Key]> }
      : T;

export type TermsDraft = Typed<TermsWire>;
export type RuleDraft = Typed<RuleWire>;
export type BonusDraft = Typed<BonusWire>;
export type PayDraft = Typed<PayWire>;
export type FlatPayDraft = Typed<FlatPayWire>;
export type PeriodDraft = Typed<PeriodWire>;
export type ThresholdDraft = Typed<ThresholdWire>;
export type TestDraft = Typed<TestWire>;
export type GroupDraft = Typed<GroupWire>;
export type ConditionDraft = Typed<ConditionWire>;
export type MoneyDraft = { amount: string; currencyCode: string };

/** A wire shape as it is typed. */
export function typed<T>(value: T): Typed<T> {
  if (typeof value === "number") return String(value) as Typed<T>;
  if (Array.isArray(value)) return value.map(typed) as Typed<T>;
  if (typeof value !== "object" || value === null) return value as Typed<T>;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, typed(part)])) as Typed<T>;
}

/** The terms of a new program, with the shop's defaults in them. */
export function newTerms(days: { attributionDays: number; holdDays: number }): TermsDraft {
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
    attributionDays: String(days.attributionDays),
    holdDays: String(days.holdDays),
    holdFrom: "order",
    approval: "automatic",
  };
}

/** The first of rule-1, rule-2 … that none has. */
export function freeId(prefix: string, parts: readonly { readonly id: string }[]): string {
  let number = 1;
  while (parts.some((part) => part.id === `${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}

/** A condition as a group, for the screen: a single test is all of one. */
export function asGroup(condition: ConditionDraft): GroupDraft {
  return "of" in condition ? condition : { type: "all", of: [condition] };
}

/** The list with another item at that place. */
export function replaced<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  return items.map((one, at) => (at === index ? item : one));
}

/** The list without the item at that place. */
export function without<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_, at) => at !== index);
}

/** The list with one item taken out of its place and put in at another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = without(items, from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
