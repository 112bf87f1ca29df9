import { wholeMonthsBetween } from "../instant.ts";
import type { CatalogFacts, ForgottenCustomer, LineFacts, ProductFacts } from "../order.ts";
import { canonicalText } from "../plain.ts";
import type { ChoiceTest, Condition, CountTest, LineText, OrderText, Test, TextTest } from "./condition.ts";

/** Facts of an order that tests read, gathered once for all its lines. Null means unknown (T3). */
export type OrderView = {
  /** Net of the goods as sold, minor units of the order's currency. */
  readonly valueMinor: bigint;
  readonly currency: string;
  readonly pieces: number;
  readonly createdAt: string;
  readonly discountCodes: readonly string[];
  readonly sourceName: string | null;
  readonly countryCode: string | null;
  readonly subId: string | null;
  readonly catalog: CatalogFacts | null;
  /** Set when the customer is forgotten: stored outcomes of the tests about them. */
  readonly forgotten?: ForgottenCustomer | undefined;
  readonly customerOrderIndex: number | null;
  readonly customerOrder: { readonly number: number; readonly firstAt: string } | null;
  readonly affiliateTags: readonly string[] | null;
};

/** Outcome of a test: holds, fails, the fact is unknown, or the test is about goods and the charge is not. */
export type Outcome = "holds" | "fails" | "unknown" | "not-goods";

/** T2: true when a condition holds for a line, or for a charge that is not a line (null). */
export function holds(condition: Condition, line: LineFacts | null, order: OrderView): boolean {
  if (condition.kind === "all") return condition.of.every((one) => holds(one, line, order));
  if (condition.kind === "any") return condition.of.some((one) => holds(one, line, order));
  return outcomeOf(condition, line, order) === "holds";
}

/** T3: outcome of one test. */
export function outcomeOf(test: Test, line: LineFacts | null, order: OrderView): Outcome {
  if ("values" in test) return outcomeOfText(test, line, order);
  if ("is" in test) return outcomeOfChoice(test, line, order);
  if ("count" in test) return outcomeOfCount(test, line, order);
  if (test.amount.currency !== order.currency) return "unknown";
  return toOutcome(meetsLimit(test.op, order.valueMinor, test.amount.minor));
}

function outcomeOfCount(test: CountTest, line: LineFacts | null, order: OrderView): Outcome {
  if (test.kind === "quantity" && line === null) return "not-goods";
  const count = countOf(test.kind, line, order);
  return count === null ? "unknown" : toOutcome(meetsLimit(test.op, count, test.count));
}

function countOf(kind: CountTest["kind"], line: LineFacts | null, order: OrderView): number | null {
  if (kind === "quantity") return line?.quantity ?? null;
  if (kind === "order-quantity") return order.pieces;
  if (order.customerOrder === null) return null;
  if (kind === "customer-order") return order.customerOrder.number;
  return wholeMonthsBetween(order.customerOrder.firstAt, order.createdAt);
}

function outcomeOfChoice(test: ChoiceTest, line: LineFacts | null, order: OrderView): Outcome {
  if (test.kind === "purchase") {
    if (line === null) return "not-goods";
    return toOutcome(line.subscription === (test.is === "subscription"));
  }
  if (order.customerOrderIndex === null) return "unknown";
  return toOutcome((order.customerOrderIndex === 1) === (test.is === "new"));
}

function outcomeOfText(test: TextTest, line: LineFacts | null, order: OrderView): Outcome {
  const kept = order.forgotten && keptAnswer(order.forgotten, test);
  if (kept) return kept;
  const present = textsOf(test.kind, line, order);
  if (typeof present === "string") return present;
  const values = valuesOf(test);
  return toOutcome(hasOneOf(values, present) === (test.op === "any-of"));
}

function keptAnswer({ answers }: ForgottenCustomer, test: TextTest): Outcome | undefined {
  const text = canonicalText(test);
  return Object.hasOwn(answers, text) ? answers[text] : undefined;
}

function hasOneOf(values: ReadonlySet<string>, texts: readonly string[]): boolean {
  for (const text of texts) if (values.has(normalizedText(text))) return true;
  return false;
}

type Texts = readonly string[] | "unknown" | "not-goods";

const textsOfOrder: Record<OrderText, (order: OrderView) => Texts> = {
  "affiliate-tag": (order) => order.affiliateTags ?? "unknown",
  "customer-tag": (order) => order.catalog?.customerTags ?? "unknown",
  country: (order) => optionalText(order.countryCode),
  "discount-code": (order) => order.discountCodes,
  channel: (order) => optionalText(order.sourceName),
  "sub-id": (order) => optionalText(order.subId),
};

type Goods = { readonly line: LineFacts; readonly product: ProductFacts | undefined };

const textsOfGoods: Record<LineText, (goods: Goods) => Texts> = {
  product: ({ line }) => optionalText(line.productId),
  variant: ({ line }) => optionalText(line.variantId),
  sku: ({ line }) => (line.sku === null ? [] : [line.sku]),
  vendor: ({ line }) => (line.vendor === null ? [] : [line.vendor]),
  collection: ({ product }) => product?.collectionIds ?? "unknown",
  "product-tag": ({ product }) => product?.tags ?? "unknown",
};

function textsOf(kind: TextTest["kind"], line: LineFacts | null, order: OrderView): Texts {
  if (isOfOrder(kind)) return textsOfOrder[kind](order);
  if (line === null) return "not-goods";
  const product = line.productId === null ? undefined : order.catalog?.products[line.productId];
  return textsOfGoods[kind]({ line, product });
}

function isOfOrder(kind: TextTest["kind"]): kind is OrderText {
  return kind in textsOfOrder;
}

function optionalText(text: string | null): Texts {
  return text === null ? "unknown" : [text];
}

/** Terms are frozen, so a test's values are normalized only once. */
const comparable = new WeakMap<TextTest, ReadonlySet<string>>();

function valuesOf(test: TextTest): ReadonlySet<string> {
  const kept = comparable.get(test);
  if (kept) return kept;
  const values = new Set(test.values.map(normalizedText));
  comparable.set(test, values);
  return values;
}

function normalizedText(text: string): string {
  return text.trim().toLowerCase();
}

function meetsLimit<Amount extends bigint | number>(
  op: "at-least" | "at-most",
  value: Amount,
  limit: Amount,
) {
  return op === "at-least" ? value >= limit : value <= limit;
}

function toOutcome(isMet: boolean): Outcome {
  return isMet ? "holds" : "fails";
}
