import type { ShopId } from "#app/domain/ids.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { OrderMessage } from "#app/flows/settlement/merge-news.ts";
import { type NewsOutcome, applyNews } from "#app/flows/settlement/apply-news.ts";
import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { customerHash, encryptDocument } from "#app/platform/crypto.server.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { finishDeliveries, keepOwnDelivery } from "#app/store/inbox.ts";
import { findOrders } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { failLater, type Refetch, type WaitingDelivery } from "./process-deliveries.ts";

/** An order to request from Shopify, with or without its goods and customer (T3). */
type OrderToAsk = Pick<Refetch, "shopId" | "domain" | "orderId" | "catalog"> & {
  /** A delivery says that the order was deleted. */
  readonly deleted?: boolean;
};

/**
 * Requests an order from Shopify, outside any transaction, if its deliveries do not settle it, and settles the
 * answer. If Shopify can't be asked, all deliveries are retried later; otherwise only those that announced a change
 * missing in the answer. Does nothing once the lease of the deliveries is over, because another pass claims them
 * then, and two requests would double the calls of a burst every minute.
 */
export async function refetchOrder(refetch: Refetch, now: Date): Promise<void> {
  const { waiting, lentUntil } = refetch;
  if (now >= lentUntil) return;
  const deleted = waiting.some((one) => one.deleted);
  let unshown: UnappliedDelivery[] = [];
  try {
    await askAboutOrder({ ...refetch, deleted }, now, async (tx, text) => {
      unshown = await findUnapplied(tx, refetch);
      const open = new Set(unshown.map(({ delivery }) => delivery));
      const done = waiting.filter((one) => !open.has(one));
      await finishDeliveries(
        tx,
        done.map((one) => ({ ...one, outcome: text })),
        now,
      );
    });
  } catch (error) {
    for (const delivery of waiting) await failLater(delivery, error, now);
    return;
  }
  for (const { delivery, why } of unshown) await failLater(delivery, new Error(reasonAsText(why)), now);
}

/** A delivery that announced a change missing in Shopify's answers, and the reason. */
type UnappliedDelivery = { readonly delivery: WaitingDelivery; readonly why: Reason };

async function findUnapplied(tx: Tx, { shopId, orderId, waiting }: Refetch): Promise<UnappliedDelivery[]> {
  const [row] = await findOrders(tx, shopId, [orderId]);
  if (!row || !("id" in row.facts)) return [];
  const facts = readFacts(row.facts);
  if (facts.deleted) return [];
  const known = new Set(facts.refunds.map(({ id }) => id));
  return waiting.flatMap((delivery): UnappliedDelivery[] => {
    if (delivery.deleted) return [{ delivery, why: { code: "order_still_there" } }];
    const isShown = delivery.refundId === null || known.has(delivery.refundId);
    return isShown ? [] : [{ delivery, why: { code: "refund_not_shown" } }];
  });
}

/**
 * Requests an order and processes it. `close` runs in the same transaction. If its terms turn out to ask about goods,
 * Shopify is asked once more. @throws PlatformError if Shopify can't be asked, and errors of `fetchOrderFacts` and
 * `close`.
 */
export async function askAboutOrder(
  asked: OrderToAsk,
  now: Date,
  close: (tx: Tx, text: string) => Promise<void> = async () => {},
): Promise<void> {
  const messages = await requestMessages(asked, now);
  const outcome = await inTransaction(async (tx) => {
    const heard = await applyAnswer(tx, asked, { messages, now });
    if (!needsCatalog(asked, heard)) await close(tx, heard.text);
    return heard;
  });
  if (needsCatalog(asked, outcome)) await askAboutOrder({ ...asked, catalog: true }, now, close);
}

function needsCatalog({ catalog }: OrderToAsk, outcome: NewsOutcome): boolean {
  return outcome.mustRefetch && outcome.catalog && !catalog;
}

/**
 * A missing order reveals nothing, so tests on its goods are unknown (T3). It counts as deleted only if a delivery
 * says so too, because Shopify also withholds orders older than 60 days.
 */
async function requestMessages(asked: OrderToAsk, now: Date): Promise<OrderMessage[]> {
  const { shopId, domain, orderId, catalog, deleted } = asked;
  const hashEmail = (email: string): string => customerHash(shopId, email);
  const facts = await fetchOrderFacts(domain, orderId, { hashEmail, catalog, now });
  if (facts) return [{ news: { kind: "order", facts }, fresh: true }];
  const gone: OrderMessage[] = deleted ? [{ news: { kind: "deleted", orderId }, fresh: true }] : [];
  if (!catalog) return gone;
  const nothing = { readAt: now.toISOString(), products: {}, customerTags: null };
  return [...gone, { news: { kind: "catalog", orderId, catalog: nothing }, fresh: true }];
}

async function applyAnswer(
  tx: Tx,
  { shopId, orderId }: { shopId: ShopId; orderId: string },
  { messages, now }: { messages: readonly OrderMessage[]; now: Date },
): Promise<NewsOutcome> {
  const gone = { text: "not-shown", mustRefetch: false, catalog: false };
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop || messages.length === 0) return gone;
  const outcome = (await applyNews(tx, shop, messages, now)).get(orderId);
  return outcome ? { ...outcome, text: `read-again: ${outcome.text}` } : gone;
}

/** An order that no delivery reported. `state` names its state, or the job that found it. */
type MissedOrder = {
  readonly orderId: string;
  readonly name?: string;
  readonly state: string;
  readonly changedAt: Date | null;
};

/**
 * Leaves an order that can't be read or settled to the inbox, which retries it and at last marks it as failed. It
 * blocks no other order and survives the job that found it. There is one delivery per state, however often it is
 * found. @throws the error if Shopify can't be reached at all.
 */
export async function leaveToInbox(
  shopId: ShopId,
  { orderId, name, state, changedAt }: MissedOrder,
  { error, now }: { readonly error: unknown; readonly now: Date },
): Promise<void> {
  if (error instanceof PlatformError && !["refused", "denied"].includes(error.kind)) throw error;
  log.warn("An order could not be read and is left to the inbox", { shop: shopId, ...describeError(error) });
  const body = Buffer.from(JSON.stringify({ id: orderId, name }));
  await keepOwnDelivery(db(), {
    shopId,
    topic: "orders/missed",
    webhookId: `${orderId}-${state}`,
    eventId: null,
    apiVersion: "",
    triggeredAt: changedAt,
    receivedAt: now,
    sealedBody: encryptDocument(body, shopId),
  });
}
