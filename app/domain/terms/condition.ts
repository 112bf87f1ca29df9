import type { Money } from "../money.ts";

/** Tests of a text, or of a set of texts, against values: any of them, or none of them (T3). */
export const lineTexts = ["product", "variant", "sku", "collection", "vendor", "product-tag"] as const;
export const orderTexts = [
  "affiliate-tag",
  "customer-tag",
  "country",
  "discount-code",
  "channel",
  "sub-id",
] as const;
export type LineText = (typeof lineTexts)[number];
export type OrderText = (typeof orderTexts)[number];

export type TextTest = {
  readonly kind: LineText | OrderText;
  readonly op: "any-of" | "none-of";
  /** Ids of product, variant and collection are digits. A country is a two-letter code. Others are text. */
  readonly values: readonly string[];
};

export type AmountTest = {
  /** Net of the order's goods as sold (T4). */
  readonly kind: "order-value";
  readonly op: "at-least" | "at-most";
  readonly amount: Money;
};

export const countKinds = ["quantity", "order-quantity", "customer-order", "months-since-first"] as const;
export type CountTest = {
  /**
   * `quantity`: pieces of the line as sold; `order-quantity`: of all goods. `customer-order`: 1 for the first order of
   * this customer that the affiliate was credited with; `months-since-first`: whole months since that first order.
   */
  readonly kind: (typeof countKinds)[number];
  readonly op: "at-least" | "at-most";
  readonly count: number;
};

export type ChoiceTest =
  | { readonly kind: "customer"; readonly is: "new" | "returning" }
  | { readonly kind: "purchase"; readonly is: "subscription" | "one-time" };

export type Test = TextTest | AmountTest | CountTest | ChoiceTest;

/** And/or groups of tests. An empty `all` always holds, and an empty `any` never does. */
export type Condition =
  | { readonly kind: "all"; readonly of: readonly Condition[] }
  | { readonly kind: "any"; readonly of: readonly Condition[] }
  | Test;

/** All tests of a condition, including those in groups. */
export function testsOf(condition: Condition): Test[] {
  if (condition.kind === "all" || condition.kind === "any") return condition.of.flatMap(testsOf);
  return [condition];
}

/** Products, variants and collections that rules name by their id. */
export type NamedGoods = { readonly kind: "product" | "variant" | "collection"; readonly id: string };

/** Title of a product, variant or collection, if known. */
export type TitleOf = (kind: NamedGoods["kind"], id: string) => string | undefined;

/** Goods that conditions name, without duplicates, at most `mostOfEach` per test. */
export function goodsNamed(conditions: readonly Condition[], mostOfEach: number): NamedGoods[] {
  const all = conditions.flatMap(testsOf).flatMap((test) => {
    if (test.kind !== "product" && test.kind !== "variant" && test.kind !== "collection") return [];
    const { kind } = test;
    return test.values.slice(0, mostOfEach).map((id) => ({ kind, id }));
  });
  return [...new Map(all.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}
