import { compareIds } from "./allocate.ts";
import { mergeCatalogs } from "./catalog-merge.ts";
import { mergeTraces } from "./fraud/traces.ts";
import { compareInstants } from "./instant.ts";
import { type OrderFacts, withKnownGoods } from "./order.ts";
import { canonicalText } from "./plain.ts";
import { newerRefund, type RefundFacts } from "./refund.ts";

export type MergedFacts = {
  readonly facts: OrderFacts;
  /** M10: two bodies of the same second differ, so neither can be called newer: read the order afresh. */
  readonly mustRefetch: boolean;
};

/**
 * M10: the newest known state of an order from two readings of it. State comes from the newer `updatedAt`; refunds and
 * lines added later are sets that only grow; a dispute only goes on; deletion is final; when it was paid, what goods
 * and customer were like, and which product a line was, is what was known first; by which checkout it was bought stays. The outcome does not depend on which
 * came first, nor on how often.
 * @throws InstantFormatError; RangeError when they are two different orders.
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
    paidAt: earlier(a.paidAt, b.paidAt),
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

/** The refunds of an order as a set by id, each as it was last heard of (M10). */
export function mergeRefunds(refunds: readonly RefundFacts[]): RefundFacts[] {
  const byId = new Map<string, RefundFacts>();
  for (const refund of refunds) {
    const known = byId.get(refund.id);
    byId.set(refund.id, known === undefined ? refund : newerRefund(known, refund));
  }
  return [...byId.values()].toSorted((a, b) => compareIds(a.id, b.id));
}

/** What a reading says of the order itself, without the parts that are merged on their own. */
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

/** A reading may be without the address: what another one told stays. */
function knownTraces(newer: OrderFacts, a: OrderFacts, b: OrderFacts): Pick<OrderFacts, "traces"> {
  const traces = mergeTraces(newer.traces, newer === a ? b.traces : a.traces);
  return traces === undefined ? {} : { traces };
}

/** A reading without a channel takes none away. */
export function knownChannel(...names: readonly (string | undefined)[]): Pick<OrderFacts, "channelName"> {
  const channelName = names.find((name) => name) ?? names.find((name) => name !== undefined);
  return channelName === undefined ? {} : { channelName };
}

/** The platform says it late and then once; readings that do not know it yet never take it back. */
export function largerIndex(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** When it was first heard: every reading since knows it later, or no more. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareInstants(a, b) <= 0 ? a : b;
}

function heardSent(a: OrderFacts, b: OrderFacts): Pick<OrderFacts, "sentHeardAt"> {
  const sentHeardAt = earlier(a.sentHeardAt ?? null, b.sentHeardAt ?? null);
  return sentHeardAt === null ? {} : { sentHeardAt };
}

const disputeSteps: readonly OrderFacts["dispute"][] = ["none", "open", "won", "lost"];

/** Messages about an order do not tell of its disputes, so one that knows of none takes none back. */
function furtherDispute(a: OrderFacts["dispute"], b: OrderFacts["dispute"]): OrderFacts["dispute"] {
  return disputeSteps.indexOf(a) >= disputeSteps.indexOf(b) ? a : b;
}

/** The order with a refund that was heard of on its own (M10). */
export function withRefund(facts: OrderFacts, refund: RefundFacts): OrderFacts {
  return { ...facts, refunds: mergeRefunds([...facts.refunds, refund]) };
}

/** The order after the platform said that it is gone; nothing brings it back (M10). */
export function withDeletion(facts: OrderFacts): OrderFacts {
  return { ...facts, deleted: true };
}
