import { type Condition, testsOf } from "./condition.ts";

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
