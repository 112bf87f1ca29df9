import { chargesOf, type Charge } from "./left.ts";
import { sumOf } from "./numbers.ts";
import type { Condition, Kept, Order, Test } from "./shapes.ts";

/** All that a test can ask about. */
export type Asked = {
  readonly order: Order;
  readonly charge: Charge;
  readonly kept: Kept;
  readonly subId: string | null;
};

const lineTests = [
  "product",
  "variant",
  "sku",
  "collection",
  "vendor",
  "product-tag",
  "quantity",
  "purchase",
];

/** T2 */
export function holds(condition: Condition, asked: Asked): boolean {
  if ("of" in condition) {
    return condition.kind === "all"
      ? condition.of.every((one) => holds(one, asked))
      : condition.of.some((one) => holds(one, asked));
  }
  const isLine = asked.order.lines.some((one) => one.id === asked.charge.id) && asked.charge.kind !== "tip";
  if (lineTests.includes(condition.kind) && !isLine) return false;
  const known = whatIsKnown(condition.kind, asked);
  if (known === null) return false;
  return typeof known === "object" ? textHolds(condition, known) : plainHolds(condition, known);
}

const plain = (text: string): string => text.trim().toLowerCase();

function textHolds(test: Test, known: readonly string[]): boolean {
  const wanted = (test.values ?? []).map(plain);
  const some = known.some((one) => wanted.includes(plain(one)));
  return test.op === "any-of" ? some : !some;
}

function plainHolds(test: Test, known: bigint | string): boolean {
  if (typeof known === "string") return known === test.is;
  const limit = test.amount?.minor ?? BigInt(test.count ?? 0);
  return test.op === "at-least" ? known >= limit : known <= limit;
}

/** T3: what the test compares; null where it is not known. */
function whatIsKnown(kind: string, asked: Asked): readonly string[] | bigint | string | null {
  const { order, charge, kept } = asked;
  const line = order.lines.find((one) => one.id === charge.id);
  const product = order.catalog?.products[line?.productId ?? ""];
  const goods = chargesOf(order).filter((one) => one.kind === "goods");
  const only = (text: string | null | undefined): readonly string[] | null =>
    text === null || text === undefined ? null : [text];
  switch (kind) {
    case "product":
      return only(line?.productId);
    case "variant":
      return only(line?.variantId);
    case "sku":
      return only(line?.sku) ?? [];
    case "vendor":
      return only(line?.vendor) ?? [];
    case "collection":
      return product?.collectionIds ?? null;
    case "product-tag":
      return product?.tags ?? null;
    case "customer-tag":
      return order.catalog?.customerTags ?? null;
    case "country":
      return only(order.countryCode);
    case "discount-code":
      return order.discountCodes;
    case "channel":
      return only(order.sourceName);
    case "sub-id":
      return only(asked.subId);
    case "order-value":
      return sumOf(goods.map((one) => one.sold.net));
    case "order-quantity":
      return BigInt(goods.reduce((total, one) => total + one.pieces, 0));
    case "quantity":
      return BigInt(charge.pieces);
    case "customer-order":
      return kept.customerOrder === null ? null : BigInt(kept.customerOrder.number);
    case "months-since-first":
      return kept.customerOrder === null ? null : wholeMonths(kept.customerOrder.firstAt, order.createdAt);
    case "customer":
      if (kept.customerOrderIndex === null) return null;
      return kept.customerOrderIndex === 1 ? "new" : "returning";
    case "purchase":
      return line?.subscription ? "subscription" : "one-time";
    default:
      throw new Error(`The model knows no test of ${kind}.`);
  }
}

/** By the calendar: a month is whole when its day is reached. */
function wholeMonths(from: string, to: string): bigint {
  const [a, b] = [new Date(from), new Date(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return BigInt(Math.max(0, b.getUTCDate() >= a.getUTCDate() ? months : months - 1));
}
