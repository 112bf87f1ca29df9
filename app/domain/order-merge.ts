import { compareIds } from "./allocate.ts";
import { mergeTraces } from "./fraud/traces.ts";
import { compareInstants } from "./instant.ts";
import { type CatalogFacts, type OrderFacts, type ProductFacts, withKnownGoods } from "./order.ts";
import { canonicalText } from "./plain.ts";
import { newerRefund, type RefundFacts } from "./refund-facts.ts";

type MergedFacts = {
  readonly facts: OrderFacts;
  /** M10: two payloads of the same second differ, so neither is newer. Fetch the order again. */
  readonly mustRefetch: boolean;
};

/**
 * M10: the latest known state of an order from two readings of it. The state comes from the newer `updatedAt`.
 * Refunds and lines added later are sets that only grow, a dispute only advances, and deletion is final. The
 * time of payment, the catalog facts and the products of lines keep their first known value, and the checkout
 * token stays once known. The order and number of readings make no difference.
 * @throws InstantFormatError; RangeError when the readings are of different orders
 */
export function mergeFacts(one: OrderFacts, other: OrderFacts): MergedFacts {
  if (one.id !== other.id) throw new RangeError("Facts of two different orders cannot be merged.");
  const [a, b] = [withGoodsOf(one, other), withGoodsOf(other, one)];
  const order = compareInstants(a.updatedAt, b.updatedAt);
  const [textOfA, textOfB] = [stateText(a), stateText(b)];
  const differs = textOfA !== textOfB;
  const newer = order > 0 || (order === 0 && textOfA >= textOfB) ? a : b;
  const facts = {
    ...newer,
    deleted: a.deleted || b.deleted,
    dispute: furtherDispute(a.dispute, b.dispute),
    customerOrderIndex: largerIndex(a.customerOrderIndex, b.customerOrderIndex),
    paidAt: earlierInstant(a.paidAt, b.paidAt),
    checkoutToken: newer.checkoutToken ?? a.checkoutToken ?? b.checkoutToken,
    ...knownTraces(newer, a, b),
    ...heardSent(a, b),
    ...knownChannel(newer.channelName, newer === a ? b.channelName : a.channelName),
    catalog: mergeCatalogs(a.catalog, b.catalog),
    linesAddedLater: [...new Set([...a.linesAddedLater, ...b.linesAddedLater])].toSorted(compareIds),
    refunds: mergeRefunds([...a.refunds, ...b.refunds]),
  };
  return { facts, mustRefetch: order === 0 && differs };
}

function withGoodsOf(facts: OrderFacts, other: OrderFacts): OrderFacts {
  const lines = withKnownGoods(facts.lines, other.lines);
  return lines === facts.lines ? facts : { ...facts, lines };
}

/** The refunds of an order by id, each in its newest reading (M10). */
function mergeRefunds(refunds: readonly RefundFacts[]): RefundFacts[] {
  const byId = new Map<string, RefundFacts>();
  for (const refund of refunds) {
    const known = byId.get(refund.id);
    byId.set(refund.id, known === undefined ? refund : newerRefund(known, refund));
  }
  return [...byId.values()].toSorted((a, b) => compareIds(a.id, b.id));
}

/** Comparable text of a reading, without the parts that are merged separately. */
function stateText(facts: OrderFacts): string {
  const {
    refunds: _refunds,
    linesAddedLater: _added,
    deleted: _deleted,
    customerOrderIndex: _index,
    dispute: _dispute,
    paidAt: _paid,
    checkoutToken: _checkout,
    traces: _traces,
    sentHeardAt: _heard,
    channelName: _channel,
    catalog: _catalog,
    ...state
  } = facts;
  return canonicalText(state);
}

/** A reading may lack the address; the traces of another one stay. */
function knownTraces(newer: OrderFacts, a: OrderFacts, b: OrderFacts): Pick<OrderFacts, "traces"> {
  const traces = mergeTraces(newer.traces, newer === a ? b.traces : a.traces);
  return traces === undefined ? {} : { traces };
}

/** A reading without a channel does not remove the known one. */
export function knownChannel(...names: readonly (string | undefined)[]): Pick<OrderFacts, "channelName"> {
  const channelName = names.find((name) => name) ?? names.find((name) => name !== undefined);
  return channelName === undefined ? {} : { channelName };
}

/** The platform sends this number late and only once. A reading without it does not remove it. */
export function largerIndex(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** The first time counts. Later readings give a later time, or none. */
function earlierInstant(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareInstants(a, b) <= 0 ? a : b;
}

function heardSent(a: OrderFacts, b: OrderFacts): Pick<OrderFacts, "sentHeardAt"> {
  const sentHeardAt = earlierInstant(a.sentHeardAt ?? null, b.sentHeardAt ?? null);
  return sentHeardAt === null ? {} : { sentHeardAt };
}

const disputeSteps: readonly OrderFacts["dispute"][] = ["none", "open", "won", "lost"];

/** Order messages don't mention disputes, so a reading without one does not end it. */
function furtherDispute(a: OrderFacts["dispute"], b: OrderFacts["dispute"]): OrderFacts["dispute"] {
  return disputeSteps.indexOf(a) >= disputeSteps.indexOf(b) ? a : b;
}

/**
 * T3: of two readings of the goods and the customer, the first stays. For goods that an edit added later,
 * only the later reading has facts, so it is their first. The order of arrival makes no difference.
 */
function mergeCatalogs(a: CatalogFacts | null, b: CatalogFacts | null): CatalogFacts | null {
  if (a === null || b === null) return a ?? b;
  const first = isFirst([a.readAt, a.customerTags], [b.readAt, b.customerTags]) ? a : b;
  const ids = new Set([...Object.keys(a.products), ...Object.keys(b.products)]);
  const products = [...ids].flatMap((id): [string, ProductFacts][] => {
    const [one, other] = [productIn(a, id), productIn(b, id)];
    const product = firstProduct(one, other);
    return product ? [[id, withoutCommonTime(product, first.readAt)]] : [];
  });
  return { readAt: first.readAt, products: Object.fromEntries(products), customerTags: first.customerTags };
}

type ReadProduct = ProductFacts & { readonly readAt: string };

function productIn(catalog: CatalogFacts, id: string): ReadProduct | null {
  const product = catalog.products[id];
  return product ? { ...product, readAt: product.readAt ?? catalog.readAt } : null;
}

function firstProduct(a: ReadProduct | null, b: ReadProduct | null): ReadProduct | null {
  if (a === null || b === null) return a ?? b;
  return isFirst([a.readAt, a], [b.readAt, b]) ? a : b;
}

/** One text for equal facts, however they were merged. */
function withoutCommonTime({ readAt, ...product }: ReadProduct, common: string): ProductFacts {
  return compareInstants(readAt, common) === 0 ? product : { ...product, readAt };
}

/**
 * Compares readings by time, and at the same instant by text, so that the order of arguments makes no
 * difference.
 */
function isFirst(a: readonly [string, unknown], b: readonly [string, unknown]): boolean {
  const order = compareInstants(a[0], b[0]);
  return order < 0 || (order === 0 && canonicalText(a[1]) <= canonicalText(b[1]));
}
