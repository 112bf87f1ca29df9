import type { ShopId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import { type OrderFacts, orderIdOf } from "#app/domain/order.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { ownersOfCodes, ownersOfReferralCodes } from "#app/store/evidence.ts";
import { lockOrders } from "#app/store/orders.ts";
import type { OrderToSettle } from "./credit-orders.ts";
import { mergeNews, type OrderMessage } from "./merge-news.ts";
import { hashOf, type OrderShop, type Settlement, settleOrders } from "./settle-orders.ts";

export type NewsOutcome = {
  /** Outcome of the delivery, for diagnosis. */
  readonly text: string;
  /** The messages do not settle the order, so the platform must be asked (M10). */
  readonly mustRefetch: boolean;
  /** The platform must also be asked about the goods and the customer (T3). */
  readonly catalog: boolean;
};

type OrderWithNews = OrderToSettle & { readonly mustRefetch: boolean };

/**
 * Settles messages about orders of one shop: merges facts, decides the credit, evaluates, and posts the
 * difference, for many orders with a few statements, all in the caller's transaction. Returns the outcome by
 * order.
 */
export async function applyNews(
  tx: Tx,
  shop: OrderShop,
  messages: readonly OrderMessage[],
  now: Date,
  { isImport = false }: { readonly isImport?: boolean } = {},
): Promise<Map<string, NewsOutcome>> {
  const told = await keepTypedCodes(tx, shop.shopId, messages);
  const byOrder = Map.groupBy(told, (message) => orderIdOf(message.news));
  const rows = await lockOrders(tx, shop.shopId, {
    orderIds: [...byOrder.keys()],
    currency: shop.currency,
    now,
  });
  const outcomes = new Map<string, NewsOutcome>();
  const changed: OrderWithNews[] = [];
  for (const [orderId, about] of byOrder) {
    const row = rows.get(orderId);
    if (!row) throw new Error("An order that was just locked is not there.");
    const known = "id" in row.facts ? readFacts(row.facts) : null;
    const { facts, mustRefetch } = mergeNews(known, about);
    outcomes.set(orderId, { text: "unchanged", mustRefetch, catalog: knowsGoods(facts) });
    const isChanged = facts !== null && hashOf(facts) !== row.factsHash;
    if (isChanged) changed.push({ row, facts, factsBefore: known, mustRefetch });
  }
  const settled = await settleOrders(tx, shop, changed, { now, isImport });
  for (const { facts, mustRefetch } of changed) {
    const settlement = settled.get(facts.id);
    if (!settlement) throw new Error("A changed order was not settled.");
    const { mustAsk } = settlement;
    const catalog = mustAsk || knowsGoods(facts);
    outcomes.set(facts.id, { text: outcomeText(settlement), mustRefetch: mustRefetch || mustAsk, catalog });
  }
  return outcomes;
}

/**
 * True if terms asked about the goods of this order before. They then also ask about goods that an edit adds
 * (T3).
 */
function knowsGoods(facts: OrderFacts | null): boolean {
  return facts !== null && facts.catalog !== null;
}

function outcomeText({ order, postings }: Settlement): string {
  const posted = postings
    .map(
      (one) => `${one.code} ${toDecimal({ minor: one.amountMinor, currency: one.currency })} ${one.currency}`,
    )
    .join(", ");
  return `${order.reason}${posted === "" ? "" : `: ${posted}`}`;
}

/** Keeps only affiliates' codes of the words in tags and notes (M24). Other words may be personal data. */
async function keepTypedCodes(
  tx: Tx,
  shopId: ShopId,
  messages: readonly OrderMessage[],
): Promise<readonly OrderMessage[]> {
  const keys = [...new Set(messages.flatMap(({ news }) => keysIn(news)))];
  if (keys.length === 0) return messages;
  const referral = await ownersOfReferralCodes(tx, shopId, keys);
  const discount = await ownersOfCodes(tx, shopId, keys);
  const isCode = (word: string): boolean =>
    referral.has(referralKey(word)) || discount.has(referralKey(word));
  return messages.map((message) =>
    message.news.kind === "order"
      ? { ...message, news: { ...message.news, facts: withCodesOnly(message.news.facts, isCode) } }
      : message,
  );
}

function keysIn(news: OrderMessage["news"]): string[] {
  return news.kind === "order" ? (news.facts.typedCodes ?? []).map(referralKey) : [];
}

function withCodesOnly({ typedCodes, ...facts }: OrderFacts, isCode: (word: string) => boolean): OrderFacts {
  const codes = (typedCodes ?? []).filter(isCode);
  return codes.length === 0 ? facts : { ...facts, typedCodes: codes };
}
