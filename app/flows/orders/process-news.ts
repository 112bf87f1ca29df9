import { toDecimal } from "#app/domain/money.ts";
import { orderIdOf } from "#app/domain/order-news.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { reasonText } from "#app/domain/reasons.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockOrders, notSeenReason, type OrderRow, type OrderValues, saveOrders } from "#app/store/orders.ts";
import type { ToSettle } from "./judge-orders.ts";
import { isSeen, mergeNews, type Message } from "./merge-news.ts";
import { hashOf, type OrderShop, settleOrders } from "./settle-orders.ts";
import type { Settlement } from "./write-settlements.ts";

export type Outcome = {
  /** What became of it, in a sentence. */
  readonly text: string;
  /** M10: what was heard does not settle the order; the platform has to be asked. */
  readonly mustRefetch: boolean;
  /** T3: and asked about the goods and the customer too. */
  readonly catalog: boolean;
};

type Changed = ToSettle & { readonly mustRefetch: boolean };

/**
 * Takes messages about orders of one shop into the books: merges facts, finds who is credited, evaluates, and posts
 * the difference, for many orders with a few statements. All of it or none, with the caller's transaction.
 * Answers the outcome by order.
 */
export async function processNews(
  tx: Tx,
  shop: OrderShop,
  messages: readonly Message[],
  now: Date,
): Promise<Map<string, Outcome>> {
  const byOrder = Map.groupBy(messages, (message) => orderIdOf(message.news));
  const rows = await lockOrders(tx, shop.shopId, {
    orderIds: [...byOrder.keys()],
    currency: shop.currency,
    now,
  });
  const outcomes = new Map<string, Outcome>();
  const changed: Changed[] = [];
  const unheard: OrderRow[] = [];
  for (const [orderId, about] of byOrder) {
    const row = rows.get(orderId);
    if (!row) throw new Error("An order that was just locked is not there.");
    const known = "id" in row.facts ? readFacts(row.facts) : null;
    const { facts, mustRefetch } = mergeNews(known, about, shop.currency);
    outcomes.set(orderId, { text: "Nothing new.", mustRefetch, catalog: knowsGoods(facts) });
    if (facts === null) unheard.push(row);
    else if (hashOf(facts) !== row.factsHash) changed.push({ row, facts, factsBefore: known, mustRefetch });
  }
  const seen = changed.filter((one) => isSeen(one.facts));
  const settled = await settleOrders(tx, shop, seen, { now });
  const unseen = changed.filter((one) => !isSeen(one.facts)).map((one) => unseenOrder(one, now));
  await saveOrders(tx, [...unheard, ...unseen]);
  for (const { facts, mustRefetch } of changed) {
    const settlement = settled.get(facts.id);
    const mustAsk = settlement?.mustAsk ?? false;
    const text = settlement ? outcomeText(settlement) : reasonText(notSeenReason);
    const catalog = mustAsk || knowsGoods(facts);
    outcomes.set(facts.id, { text, mustRefetch: mustRefetch || mustAsk, catalog });
  }
  return outcomes;
}

/** Terms asked about the goods of this order before: they ask about goods that an edit adds too (T3). */
function knowsGoods(facts: OrderFacts | null): boolean {
  return facts !== null && facts.catalog !== null;
}

/** Only a refund or the deletion was heard of: kept, until the order itself comes. */
function unseenOrder({ row, facts }: { row: OrderRow; facts: OrderFacts }, now: Date): OrderValues {
  return {
    ...row,
    facts: toPlain(facts) as Record<string, unknown>,
    factsHash: hashOf(facts),
    reason: notSeenReason,
    processedAt: now,
  };
}

function outcomeText({ order, postings }: Settlement): string {
  const posted = postings
    .map(
      (one) => `${one.code} ${toDecimal({ minor: one.amountMinor, currency: one.currency })} ${one.currency}`,
    )
    .join(", ");
  return `${order.reason}${posted === "" ? "" : `: ${posted}`}`;
}
