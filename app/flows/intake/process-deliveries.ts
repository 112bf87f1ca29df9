import { reasonAsText } from "#app/domain/refusal.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ShopId } from "#app/domain/ids.ts";
import { orderIdOf, type OrderNews } from "#app/domain/order.ts";
import { retryDelaySeconds } from "#app/domain/retry-delays.ts";
import { type NewsOutcome, applyNews } from "#app/flows/settlement/apply-news.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  claimDeliveries,
  claimDelivery,
  deliveriesBehind,
  type Delivery,
  type DeliveryKey,
  deliveryName,
  failDelivery,
  findDeniedOrders,
  finishDeliveries,
  lendDeliveries,
  readOrderAnswers,
} from "#app/store/inbox.ts";
import { orderShopsOf } from "#app/store/shops.ts";

type InboxPass = {
  readonly topics: readonly string[];
  readonly read: ReadDelivery;
  readonly limit: number;
  readonly now: Date;
  /** Reused from pass to pass: reads the next deliveries while the database works on these. */
  readonly ahead?: ReadAhead;
};

/** A delivery that waits for Shopify's answer, with the change that it announces. */
export type WaitingDelivery = Delivery & {
  /** The answer has to contain this refund. */
  readonly refundId: string | null;
  /** The delivery says that the order was deleted. It counts once Shopify has no such order. */
  readonly deleted: boolean;
};

/** An order that Shopify must be asked about, with the deliveries that wait for the answer. */
export type Refetch = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly orderId: string;
  /** T3: its terms ask about goods and customer. */
  readonly catalog: boolean;
  readonly waiting: readonly WaitingDelivery[];
  /** End of the lease. From then on another pass may claim the deliveries. */
  readonly lentUntil: Date;
};

type PassResult = {
  readonly taken: number;
  readonly refetch: readonly Refetch[];
  /** Orders for which Shopify must confirm that they belong to the shop. */
  readonly unproven: readonly UnprovenOrder[];
};

/** Passes that a process runs in parallel: one waits for the database while the other calculates. */
export const passesAtOnce = 2;

/**
 * Processes waiting order deliveries, many in one transaction. If it fails, each is processed alone, so one bad
 * delivery does not block the others. That one is retried later and at last becomes a failed delivery.
 */
export async function processDeliveries(pass: InboxPass): Promise<PassResult> {
  let claimed: readonly Delivery[] = [];
  try {
    return await inTransaction(async (tx) => {
      const opened = pass.ahead?.end() ?? nothingOpened;
      const taken = await claimDeliveries(tx, pass, [...opened.keys()]);
      claimed = taken;
      const last = taken.at(-1);
      if (pass.ahead && last && taken.length === pass.limit) {
        pass.ahead.begin(await deliveriesBehind(tx, pass, last), pass.read);
      }
      return processClaimed(tx, taken, { ...pass, opened });
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    log.warn("A batch of deliveries failed; each is tried by itself", describeError(error));
    return processOneByOne(claimed, pass);
  }
}

const nothingOpened: OpenedDeliveries = new Map();

async function processOneByOne(claimed: readonly Delivery[], pass: InboxPass): Promise<PassResult> {
  const refetch: Refetch[] = [];
  const unproven: UnprovenOrder[] = [];
  for (const delivery of claimed) {
    try {
      const result = await inTransaction(async (tx) => {
        const held = await claimDelivery(tx, delivery);
        return processClaimed(tx, held ? [held] : [], { ...pass, opened: nothingOpened });
      });
      refetch.push(...result.refetch);
      unproven.push(...result.unproven);
    } catch (error) {
      await failLater(delivery, error, pass.now);
    }
  }
  return { taken: claimed.length, refetch, unproven };
}

type ReadPayment = { readonly delivery: Delivery; readonly news: OrderNews };

async function processClaimed(
  tx: Tx,
  claimed: readonly Delivery[],
  { read, now, opened }: InboxPass & { readonly opened: OpenedDeliveries },
): Promise<PassResult> {
  if (claimed.length === 0) return { taken: 0, refetch: [], unproven: [] };
  const shops = await orderShopsOf(tx, [...new Set(claimed.map((one) => one.shopId))]);
  const items: ReadPayment[] = [];
  const skipped: (DeliveryKey & { outcome: string })[] = [];
  for (const delivery of claimed) {
    const shop = shops.get(delivery.shopId);
    const news = opened.get(deliveryName(delivery));
    const outcome = whyUnreadable(shop, Boolean(news) || delivery.sealedBody !== null);
    if (outcome !== null) {
      skipped.push({ ...delivery, outcome });
      continue;
    }
    const item = news ? { delivery, news } : readOne(delivery, read);
    if ("news" in item) items.push(item);
    else await failDelivery(tx, delivery, { outcome: item.unreadable, nextAttemptAt: null });
  }
  await finishDeliveries(tx, skipped, now);
  const refetch: Refetch[] = [];
  const unproven: UnprovenOrder[] = [];
  const byShop = Map.groupBy(items, (one) => one.delivery.shopId);
  // Shops are processed in the order of their ids, so two workers never wait for each other.
  for (const shop of [...shops.values()].toSorted((a, b) => (a.shopId < b.shopId ? -1 : 1))) {
    const ofShop = byShop.get(shop.shopId) ?? [];
    if (ofShop.length === 0) continue;
    const { own, unproven: doubtful } = await splitOwnOrders(tx, shop, ofShop, now);
    unproven.push(...doubtful);
    if (own.length === 0) continue;
    const messages = own.map((one) => ({ news: one.news, fresh: false }));
    const outcomes = await applyNews(tx, shop, messages, now);
    refetch.push(...(await finishDeliveriesOfShop(tx, own, { shop, outcomes, now })));
  }
  return { taken: claimed.length, refetch, unproven };
}

/** The reason for ignoring a delivery, or null. */
function whyUnreadable(
  shop: { readonly installedAt: Date | null; readonly redactedAt: Date | null } | undefined,
  canBeRead: boolean,
): string | null {
  if (!canBeRead || !shop || shop.redactedAt !== null) return "no-content";
  // The shop's currency and time zone are not known yet. The first sweep finds orders from around the installation.
  return shop.installedAt === null ? "not-installed" : null;
}

/** An unreadable body stays unreadable, so the delivery fails at once. */
function readOne(delivery: Delivery, read: ReadDelivery): ReadPayment | { unreadable: string } {
  try {
    return { delivery, news: openDelivery(delivery, delivery.sealedBody ?? "", read) };
  } catch (error) {
    log.warn("A delivery cannot be read", { topic: delivery.topic, shop: delivery.shopId });
    return {
      unreadable:
        error instanceof Error ? error.message : reasonAsText({ code: "delivery_unreadable", what: "other" }),
    };
  }
}

async function finishDeliveriesOfShop(
  tx: Tx,
  items: readonly ReadPayment[],
  {
    shop,
    outcomes,
    now,
  }: {
    shop: { shopId: ShopId; domain: string };
    outcomes: ReadonlyMap<string, NewsOutcome>;
    now: Date;
  },
): Promise<Refetch[]> {
  const waiting = new Map<string, ReadPayment[]>();
  const done: (DeliveryKey & { outcome: string })[] = [];
  for (const item of items) {
    const orderId = orderIdOf(item.news);
    const outcome = outcomes.get(orderId);
    if (outcome?.mustRefetch) waiting.set(orderId, [...(waiting.get(orderId) ?? []), item]);
    else done.push({ ...item.delivery, outcome: outcome?.text ?? "" });
  }
  await finishDeliveries(tx, done, now);
  const lent = [...waiting.values()].flat().map(({ delivery }) => delivery);
  const lentUntil = new Date(now.getTime() + lendingMs);
  await lendDeliveries(tx, lent, lentUntil);
  return [...waiting].map(([orderId, ofOrder]) => ({
    shopId: shop.shopId,
    domain: shop.domain,
    orderId,
    catalog: outcomes.get(orderId)?.catalog ?? false,
    waiting: ofOrder.map(waitingDelivery),
    lentUntil,
  }));
}

function waitingDelivery({ delivery, news }: ReadPayment): WaitingDelivery {
  if (news.kind !== "refetch") return { ...delivery, refundId: null, deleted: false };
  return { ...delivery, refundId: news.refundId ?? null, deleted: news.deleted ?? false };
}

/** A delivery whose body does not prove that its order belongs to the shop. */
export type UnprovenOrder = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly orderId: string;
  readonly delivery: Delivery;
};

/** Lease of deliveries while Shopify is asked. After a crash they are due again. */
const lendingMs = 60_000;

/**
 * Returns the deliveries of orders that belong to the shop. Headers are not signed, so a delivery about an order that
 * its shop does not know waits until Shopify confirms that the shop has it. Otherwise it is ignored. If a later body
 * names the shop after a denial, Shopify is asked again and the body is not read, because the order may have been
 * deleted before the app learned of it.
 */
async function splitOwnOrders(
  tx: Tx,
  { shopId, domain }: Pick<UnprovenOrder, "shopId" | "domain">,
  items: readonly ReadPayment[],
  now: Date,
): Promise<{ readonly own: ReadPayment[]; readonly unproven: UnprovenOrder[] }> {
  const doubtful = items.filter(({ news }) => news.kind !== "order" || news.namedShop !== domain);
  const named = items.filter((item) => !doubtful.includes(item));
  const denied = await findDeniedOrders(tx, shopId, [...new Set(named.map(orderOf))]);
  const answers = await readOrderAnswers(tx, shopId, [...new Set([...doubtful.map(orderOf), ...denied])]);
  const answerOf = (item: ReadPayment): boolean | undefined => answers.get(orderOf(item));
  const unasked = doubtful.filter((item) => answerOf(item) === undefined);
  const foreign = doubtful.filter((item) => answerOf(item) === false);
  await lendDeliveries(
    tx,
    unasked.map(({ delivery }) => delivery),
    new Date(now.getTime() + lendingMs),
  );
  await ignoreForeign(tx, foreign, now);
  const left = new Set([...unasked, ...foreign]);
  return {
    own: items
      .filter((item) => !left.has(item))
      .map((item) => (answerOf(item) === false ? withoutNews(item) : item)),
    unproven: unasked.map((item) => ({ shopId, domain, orderId: orderOf(item), delivery: item.delivery })),
  };
}

function orderOf({ news }: ReadPayment): string {
  return orderIdOf(news);
}

function withoutNews({ delivery, news }: ReadPayment): ReadPayment {
  return { delivery, news: { kind: "refetch", orderId: orderIdOf(news) } };
}

async function ignoreForeign(tx: Tx, items: readonly ReadPayment[], now: Date): Promise<void> {
  for (const { delivery } of items) {
    const { topic, shopId } = delivery;
    log.warn("A delivery was ignored: the shop has no such order", { topic, shop: shopId });
  }
  const outcome = "no-such-order";
  await finishDeliveries(
    tx,
    items.map(({ delivery }) => ({ ...delivery, outcome })),
    now,
  );
}

/** Reads a stored body. Throws if it does not match the topic. The contracts belong to the job that calls. */
export type ReadDelivery = (delivery: { shopId: ShopId; topic: string; body: string }) => OrderNews;

/** News of opened deliveries, by delivery name. */
type OpenedDeliveries = ReadonlyMap<string, OrderNews>;

/** Opens and reads deliveries while the database is busy with earlier ones. */
type ReadAhead = {
  /** Starts to read the next deliveries and drops what was read before. */
  readonly begin: (deliveries: readonly Delivery[], read: ReadDelivery) => void;
  /** Stops reading and returns what was read since `begin`. */
  readonly end: () => OpenedDeliveries;
};

/** Deliveries per turn of the event loop. Few, so that the next database statement never waits long. */
const readAtOnce = 5;

export function makeReadAhead(): ReadAhead {
  let opened = new Map<string, OrderNews>();
  async function readInto(into: Map<string, OrderNews>, deliveries: readonly Delivery[], read: ReadDelivery) {
    for (const [index, delivery] of deliveries.entries()) {
      if (index % readAtOnce === 0) await nextTurn();
      if (into !== opened) return;
      const news = findNews(delivery, read);
      if (news) into.set(deliveryName(delivery), news);
    }
  }
  return {
    begin: (deliveries, read) => {
      opened = new Map();
      void readInto(opened, deliveries, read);
    },
    end: () => {
      const read = opened;
      opened = new Map();
      return read;
    },
  };
}

/** @throws the error of `read`, or an error if the body was not sealed by this app for this shop. */
function openDelivery({ shopId, topic }: Delivery, sealed: string, read: ReadDelivery): OrderNews {
  return read({ shopId, topic, body: decrypt(sealed, shopId) });
}

/** Null if reading fails. The delivery is read again in its turn, and fails then. */
function findNews(delivery: Delivery, read: ReadDelivery): OrderNews | null {
  try {
    return delivery.sealedBody === null ? null : openDelivery(delivery, delivery.sealedBody, read);
  } catch {
    return null;
  }
}

/** Records a failed attempt and schedules the next one. */
export async function failLater(
  delivery: DeliveryKey & { attempts: number },
  error: unknown,
  now: Date,
): Promise<void> {
  const delay = retryDelaySeconds(delivery.attempts + 1);
  const nextAttemptAt = delay === null ? null : new Date(now.getTime() + delay * 1000);
  const outcome = String(describeError(error)["error"]);
  log.warn("A delivery failed", { topic: delivery.topic, shop: delivery.shopId, ...describeError(error) });
  await failDelivery(db(), delivery, { outcome, nextAttemptAt });
}
