import type { ShopId } from "#app/domain/ids.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { finishDeliveries } from "#app/store/inbox.ts";
import { findOrders } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { failLater } from "./fail-later.ts";
import type { Message } from "./merge-news.ts";
import type { Refetch } from "./process-deliveries.ts";
import { type Outcome, processNews } from "./process-news.ts";

/** An order of an installed shop that the platform is asked about, with or without its goods and customer (T3). */
type OrderToAsk = Pick<Refetch, "shopId" | "domain" | "orderId" | "catalog"> &
  Partial<Pick<Refetch, "deleted">>;

/**
 * Asks the platform about an order whose deliveries do not settle it, outside any transaction, and takes the answer
 * into the books. When it cannot be asked, or does not know yet what a delivery announced, the deliveries are tried
 * again later.
 */
export async function refetchOrder(refetch: Refetch, now: Date): Promise<void> {
  const { waiting } = refetch;
  try {
    await askAboutOrder(refetch, now, async (tx, text) => {
      const missing = await findMissing(tx, refetch);
      if (missing !== null) throw new Error(missing);
      const done = waiting.map((one) => ({ ...one, outcome: `Read afresh. ${text}` }));
      await finishDeliveries(tx, done, now);
    });
  } catch (error) {
    for (const delivery of waiting) await failLater(delivery, error, now);
  }
}

/** An announced change that the platform's answers do not show, in a sentence for people; null where all is there. */
async function findMissing(tx: Tx, { shopId, orderId, refundIds, deleted }: Refetch): Promise<string | null> {
  const [row] = await findOrders(tx, shopId, [orderId]);
  if (!row || !("id" in row.facts)) return null;
  const facts = readFacts(row.facts);
  if (facts.deleted) return null;
  if (deleted) return "Shopify reported that this order was deleted, but still has it.";
  const known = new Set(facts.refunds.map(({ id }) => id));
  if (refundIds.every((id) => known.has(id))) return null;
  return "Shopify reported a refund of this order, but its answer does not contain the refund, or Shopify withholds the order as older than 60 days.";
}

/**
 * Reads an order afresh and processes it; `close` runs in the same transaction. Where the answer shows that its terms
 * ask about the goods, the platform is asked once more.
 * @throws PlatformError when the platform cannot be asked, and what `fetchOrderFacts` and `close` throw.
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

/**
 * An order that is gone tells nothing any more: the tests on its goods are then not known (T3). It counts as deleted
 * only where a delivery said so too, because the platform also withholds orders older than 60 days.
 */
async function answerOf(asked: OrderToAsk, now: Date): Promise<Message[]> {
  const { shopId, domain, orderId, catalog, deleted } = asked;
  const hashEmail = (email: string): string => customerHash(shopId, email);
  const facts = await fetchOrderFacts(domain, orderId, { hashEmail, catalog, now });
  if (facts) return [{ news: { kind: "order", facts }, fresh: true }];
  const gone: Message[] = deleted ? [{ news: { kind: "deleted", orderId }, fresh: true }] : [];
  if (!catalog) return gone;
  const nothing = { readAt: now.toISOString(), products: {}, customerTags: null };
  return [...gone, { news: { kind: "catalog", orderId, catalog: nothing }, fresh: true }];
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
