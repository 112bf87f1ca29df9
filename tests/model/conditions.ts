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

const lineTests = new Set([
  "product",
  "variant",
  "sku",
  "collection",
  "vendor",
  "product-tag",
  "quantity",
  "purchase",
]);

/** T2 */
export function holds(condition: Condition, asked: Asked): boolean {
  if ("of" in condition) {
    return condition.kind === "all"
      ? condition.of.every((one) => holds(one, asked))
      : condition.of.some((one) => holds(one, asked));
  }
  const isLine = asked.order.lines.some((one) => one.id === asked.charge.id) && asked.charge.kind !== "tip";
  if (lineTests.has(condition.kind) && !isLine) return false;
  const known = whatIsKnown(condition.kind, asked);
  if (known === null) return false;
  return typeof known === "object" ? textHolds(condition, known) : plainHolds(condition, known);
}

const plain = (text: string): string => text.trim().toLowerCase();

function textHolds(test: Test, known: readonly string[]): boolean {
  const wanted = new Set((test.values ?? []).map(plain));
  const some = known.some((one) => wanted.has(plain(one)));
  return test.op === "any-of" ? some : !some;
}

function plainHolds(test: Test, known: bigint | string): boolean {
  if (typeof known === "string") return known === test.is;
  const limit = test.amount?.minor ?? BigInt(test.count ?? 0);
  return test.op === "at-least" ? known >= limit : known <= limit;
}

type Known = readonly string[] | bigint | string | null;

const only = (text: string | null | undefined): readonly string[] | null =>
  text === null || text === undefined ? null : [text];
const lineOf = ({ order, charge }: Asked) => order.lines.find((one) => one.id === charge.id);
const productOf = (asked: Asked) => asked.order.catalog?.products[lineOf(asked)?.productId ?? ""];
const goodsOf = ({ order }: Asked) => chargesOf(order).filter((one) => one.kind === "goods");

/** T3: what each test compares; null where it is not known. */
const compared: Readonly<Record<string, (asked: Asked) => Known>> = {
  product: (asked) => only(lineOf(asked)?.productId),
  variant: (asked) => only(lineOf(asked)?.variantId),
  sku: (asked) => only(lineOf(asked)?.sku) ?? [],
  vendor: (asked) => only(lineOf(asked)?.vendor) ?? [],
  collection: (asked) => productOf(asked)?.collectionIds ?? null,
  "product-tag": (asked) => productOf(asked)?.tags ?? null,
  "affiliate-tag": ({ kept }) => kept.affiliateTags,
  "customer-tag": ({ order }) => order.catalog?.customerTags ?? null,
  country: ({ order }) => only(order.countryCode),
  "discount-code": ({ order }) => order.discountCodes,
  channel: ({ order }) => only(order.sourceName),
  "sub-id": ({ subId }) => only(subId),
  "order-value": (asked) => sumOf(goodsOf(asked).map((one) => one.sold.net)),
  "order-quantity": (asked) => BigInt(goodsOf(asked).reduce((total, one) => total + one.pieces, 0)),
  quantity: ({ charge }) => BigInt(charge.pieces),
  "customer-order": ({ kept }) => (kept.customerOrder === null ? null : BigInt(kept.customerOrder.number)),
  "months-since-first": ({ kept, order }) =>
    kept.customerOrder === null ? null : wholeMonths(kept.customerOrder.firstAt, order.createdAt),
  customer: ({ kept }) => {
    if (kept.customerOrderIndex === null) return null;
    return kept.customerOrderIndex === 1 ? "new" : "returning";
  },
  purchase: (asked) => (lineOf(asked)?.subscription ? "subscription" : "one-time"),
};

function whatIsKnown(kind: string, asked: Asked): Known {
  const compare = compared[kind];
  if (compare === undefined) throw new Error(`The model knows no test of ${kind}.`);
  return compare(asked);
}

/** By the calendar: a month is whole when its day is reached. */
function wholeMonths(from: string, to: string): bigint {
  const [a, b] = [new Date(from), new Date(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return BigInt(Math.max(0, b.getUTCDate() >= a.getUTCDate() ? months : months - 1));
}
