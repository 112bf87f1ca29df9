import { expect, it } from "vitest";
import { type Condition, goodsNamed } from "#app/domain/terms/condition.ts";

it("finds the goods that rules name in any group, each once, and of each test only the first ones", () => {
  const product: Condition = { kind: "product", op: "any-of", values: ["1", "2", "3"] };
  const collection: Condition = { kind: "collection", op: "none-of", values: ["1"] };
  const sku: Condition = { kind: "sku", op: "any-of", values: ["mug"] };
  const group: Condition = { kind: "all", of: [sku, { kind: "any", of: [product, collection] }] };
  expect(goodsNamed([group, product], 2)).toEqual([
    { kind: "product", id: "1" },
    { kind: "product", id: "2" },
    { kind: "collection", id: "1" },
  ]);
});
