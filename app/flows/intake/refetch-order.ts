import type { ShopId } from "#app/domain/ids.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { OrderMessage } from "#app/flows/settlement/merge-news.ts";
import { type NewsOutcome, applyNews } from "#app/flows/settlement/take-news.ts";
import { fetchOrderFacts } from "#app/gateways/shopify/orders.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { customerHash, encryptDocument } from "#app/platform/crypto.server.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { finishDeliveries, keepOwnDelivery } from "#app/store/inbox.ts";
import { findOrders } from "#app/store/orders.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { failLater, type Refetch, type WaitingDelivery } from "./process-deliveries.ts";

/** An order of an installed shop that the platform is asked about, with or without its goods and customer (T3). */
type OrderToAsk = Pick<Refetch, "shopId" | "domain" | "orderId" | "catalog"> & {
  /** A delivery says that the order was deleted. */
  readonly deleted?: boolean;
};

/**
 * Asks the platform about an order whose deliveries do not settle it, outside any transaction, and takes the answer
 * into the books. All deliveries are tried again later when it cannot be asked, and otherwise only those that announced
 * a change which the answer does not show. Does nothing once the deliveries are due again: a pass takes them anew, and
 * asking for both would double the calls of a burst every minute.
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
  for (const { delivery, why } of unshown) await failLater(delivery, new Error(why), now);
}

/** A delivery that announced a change which the platform's answers do not show, and a sentence for people. */
type UnappliedDelivery = { readonly delivery: WaitingDelivery; readonly why: string };

async function findUnapplied(tx: Tx, { shopId, orderId, waiting }: Refetch): Promise<UnappliedDelivery[]> {
  const [row] = await findOrders(tx, shopId, [orderId]);
  if (!row || !("id" in row.facts)) return [];
  const facts = readFacts(row.facts);
  if (facts.deleted) return [];
  const known = new Set(facts.refunds.map(({ id }) => id));
  return waiting.flatMap((delivery) => {
    if (delivery.deleted) return [{ delivery, why: stillThere }];
    const isShown = delivery.refundId === null || known.has(delivery.refundId);
    return isShown ? [] : [{ delivery, why: noRefund }];
  });
}

const stillThere = "Shopify reported that this order was deleted, but still has it.";
const noRefund =
  "Shopify reported a refund of this order, but its answer does not contain the refund, or Shopify withholds the order as older than 60 days.";

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
    const heard = await applyAnswer(tx, asked, { messages, now });
    if (!asksForMore(asked, heard)) await close(tx, heard.text);
    return heard;
  });
  if (asksForMore(asked, outcome)) await askAboutOrder({ ...asked, catalog: true }, now, close);
}

function asksForMore({ catalog }: OrderToAsk, outcome: NewsOutcome): boolean {
  return outcome.mustRefetch && outcome.catalog && !catalog;
}

/**
 * An order that is gone tells nothing any more: the tests on its goods are then not known (T3). It counts as deleted
 * only where a delivery said so too, because the platform also withholds orders older than 60 days.
 */
async function answerOf(asked: OrderToAsk, now: Date): Promise<OrderMessage[]> {
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
  const gone = { text: notShown, mustRefetch: false, catalog: false };
  const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
  if (!shop || messages.length === 0) return gone;
  const outcome = (await applyNews(tx, shop, messages, now)).get(orderId);
  return outcome ? { ...outcome, text: `Read afresh. ${outcome.text}` } : gone;
}

const notShown = "Shopify doesn't show this order: it was deleted or is older than 60 days.";

/** An order that nobody told of; `state` says which of its states, or who looked for it. */
type MissedOrder = {
  readonly orderId: string;
  readonly name?: string;
  readonly state: string;
  readonly changedAt: Date | null;
};

/**
 * One order that cannot be read or taken into the books does not hold up the others, and is not lost with whoever looked
 * for it: the inbox tries it again, and at last sets it aside for a person. A delivery for each state, however often it
 * is met.
 * @throws the error where it is the platform's way to all orders that is shut.
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
