import { type Condition, testsOf } from "./condition.ts";

/** What of a store's catalogue a rule can name by its number. */
export type NamedGoods = { readonly kind: "product" | "variant" | "collection"; readonly id: string };

/** A title, where it is known. */
export type TitleOf = (kind: NamedGoods["kind"], id: string) => string | undefined;

/** The goods that conditions name, each once; of each test so many as are told by name. */
export function goodsNamed(conditions: readonly Condition[], mostOfEach: number): NamedGoods[] {
  const all = conditions.flatMap(testsOf).flatMap((test) => {
    if (test.kind !== "product" && test.kind !== "variant" && test.kind !== "collection") return [];
    const { kind } = test;
    return test.values.slice(0, mostOfEach).map((id) => ({ kind, id }));
  });
  return [...new Map(all.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}
