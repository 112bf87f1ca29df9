import type { TestDraft } from "./draft.ts";

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

type OfShape<Field extends string> = Extract<TestDraft, Record<Field, unknown>>["type"];

const counting: readonly OfShape<"count">[] = [
  "quantity",
  "order-quantity",
  "customer-order",
  "months-since-first",
];

/** A fresh test of a kind, with nothing to compare with yet. */
export function newTest(kind: TestKind, currencyCode: string): TestDraft {
  if (kind === "order-value") return { type: kind, op: "at-least", amount: { amount: "", currencyCode } };
  if (kind === "customer") return { type: kind, is: "new" };
  if (kind === "purchase") return { type: kind, is: "subscription" };
  const counted = counting.find((one) => one === kind);
  if (counted) return { type: counted, op: counted === "customer-order" ? "at-most" : "at-least", count: "" };
  return { type: kind as OfShape<"values">, op: "any-of", values: [] };
}

export function labelOfKind(kind: TestKind): string {
  return testKinds.find((one) => one.value === kind)?.label ?? kind;
}
