import type { ShopId } from "#app/domain/ids.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { finishDeliveries } from "#app/store/inbox.ts";
import { findOrders, notSeenReason } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { failLater } from "./fail-later.ts";
import type { Message } from "./merge-news.ts";
import type { Refetch } from "./process-deliveries.ts";
import { type Outcome, processNews } from "./process-news.ts";

/** An order of an installed shop that the platform is asked about, with or without its goods and customer (T3). */
type OrderToAsk = Pick<Refetch, "shopId" | "domain" | "orderId" | "catalog">;

/**
 * Asks the platform about an order whose deliveries do not settle it, outside any transaction, and takes the answer
 * into the books. When it cannot be asked, the deliveries are tried again later.
 */
export async function refetchOrder({ waiting, ...asked }: Refetch, now: Date): Promise<void> {
  try {
    await askAboutOrder(asked, now, async (tx, text) => {
      if (await isRefundAlone(tx, asked)) throw new Error(refundAlone);
      const done = waiting.map((one) => ({ ...one, outcome: `Read afresh. ${text}` }));
      await finishDeliveries(tx, done, now);
    });
  } catch (error) {
    for (const delivery of waiting) await failLater(delivery, error, now);
  }
}

const refundAlone =
  "A refund of this order was heard of, but the platform has no such order, or withholds it as older than 60 days.";

/**
 * A refund says that there is an order, so an answer without it is not taken for the end: its deliveries are tried
 * again, and at last stand before a person. A deletion that stands alone is rightly nothing: whatever the order was, it
 * stands at zero, and its refunds with it.
 */
async function isRefundAlone(tx: Tx, { shopId, orderId }: OrderToAsk): Promise<boolean> {
  const [row] = await findOrders(tx, shopId, [orderId]);
  if (row?.reason !== notSeenReason || !("id" in row.facts)) return false;
  const facts = readFacts(row.facts);
  return facts.refunds.length > 0 && !facts.deleted;
}

/**
 * Reads an order afresh and processes it; `close` runs in the same transaction. Where the answer shows that its terms
 * ask about the goods, the platform is asked once more.
 * @throws PlatformError when the platform cannot be asked, and what `fetchOrderFacts` throws.
 */
export async function askAboutOrder(
  asked: OrderToAsk,
  now: Date,
  close: (tx: Tx, text: string) => Promise<void> = async () => {},
): Promise<void> {
  const messages = await answerOf(asked, now);
  const outcome = await inTransaction(async (tx) => {
    const heard = await take(tx, asked, { messages, now });
    if (!asksForMore(asked, heard)) await close(tx, heard.text);
    return heard;
  });
  if (asksForMore(asked, outcome)) await askAboutOrder({ ...asked, catalog: true }, now, close);
}

function asksForMore({ catalog }: OrderToAsk, outcome: Outcome): boolean {
  return outcome.mustRefetch && outcome.catalog && !catalog;
}

/** An order that is gone tells nothing any more: the tests on its goods are then not known (T3). */
async function answerOf(asked: OrderToAsk, now: Date): Promise<Message[]> {
  const { shopId, domain, orderId, catalog } = asked;
  const hashEmail = (email: string): string => customerHash(shopId, email);
  const facts = await fetchOrderFacts(domain, orderId, { hashEmail, catalog, now });
  if (facts) return [{ news: { kind: "order", facts }, fresh: true }];
  if (!catalog) return [];
  const nothing = { readAt: now.toISOString(), products: {}, customerTags: null };
  return [{ news: { kind: "catalog", orderId, catalog: nothing }, fresh: true }];
}

async function take(
  tx: Tx,
  { shopId, orderId }: { shopId: ShopId; orderId: string },
  { messages, now }: { messages: readonly Message[]; now: Date },
): Promise<Outcome> {
  const gone = { text: "The platform has no such order.", mustRefetch: false, catalog: false };
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop || messages.length === 0) return gone;
  return (await processNews(tx, shop, messages, now)).get(orderId) ?? gone;
}
