import type { ShopId } from "#app/domain/ids.ts";
import { orderIdOf, type OrderNews } from "#app/domain/order-news.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  claimDeliveries,
  claimDelivery,
  deliveriesBehind,
  type Delivery,
  type DeliveryKey,
  deliveryName,
  failDelivery,
  finishDeliveries,
  lendDeliveries,
} from "#app/store/inbox.ts";
import { orderShopsOf } from "#app/store/tenants.ts";
import { failLater } from "./fail-later.ts";
import { lendingMs, takeOwnOrders, type UnprovenOrder } from "./own-orders.ts";
import { type Outcome, takeNews } from "#app/flows/settlement/take-news.ts";
import { openDelivery, type OpenedDeliveries, type ReadAhead, type ReadDelivery } from "./read-ahead.ts";

export type InboxPass = {
  readonly topics: readonly string[];
  readonly read: ReadDelivery;
  readonly limit: number;
  readonly now: Date;
  /** Kept from pass to pass: where many wait, the next are read while the database works on these. */
  readonly ahead?: ReadAhead;
};

/** A delivery that waits for the platform's answer, and the change that it announces. */
export type WaitingDelivery = Delivery & {
  /** The answer has to contain this refund. */
  readonly refundId: string | null;
  /** The order was deleted: it is, once the platform has no such order. */
  readonly deleted: boolean;
};

/** An order that the platform has to be asked about, and the deliveries that wait for the answer. */
export type Refetch = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly orderId: string;
  /** T3: its terms ask about the goods and the customer. */
  readonly catalog: boolean;
  readonly waiting: readonly WaitingDelivery[];
  /** From then on the deliveries are due again, and another pass may take them. */
  readonly lentUntil: Date;
};

export type PassResult = {
  readonly taken: number;
  readonly refetch: readonly Refetch[];
  /** Orders that wait until the platform has said whether they are the shop's. */
  readonly unproven: readonly UnprovenOrder[];
};

/** Passes a process makes side by side: while one waits for the database, the other calculates. */
export const passesAtOnce = 2;

/**
 * Processes waiting order deliveries, many in one transaction. When that transaction fails, each of them is tried by
 * itself, so that one which cannot be processed keeps none of the others; it is tried again later and at last set
 * aside for a person.
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

type Item = { readonly delivery: Delivery; readonly news: OrderNews };

async function processClaimed(
  tx: Tx,
  claimed: readonly Delivery[],
  { read, now, opened }: InboxPass & { readonly opened: OpenedDeliveries },
): Promise<PassResult> {
  if (claimed.length === 0) return { taken: 0, refetch: [], unproven: [] };
  const shops = await orderShopsOf(tx, [...new Set(claimed.map((one) => one.shopId))]);
  const items: Item[] = [];
  const skipped: (DeliveryKey & { outcome: string })[] = [];
  for (const delivery of claimed) {
    const shop = shops.get(delivery.shopId);
    const news = opened.get(deliveryName(delivery));
    const outcome = whyNot(shop, Boolean(news) || delivery.sealedBody !== null);
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
  // Shops in the order of their ids, so that two workers never wait for each other.
  for (const shop of [...shops.values()].toSorted((a, b) => (a.shopId < b.shopId ? -1 : 1))) {
    const ofShop = byShop.get(shop.shopId) ?? [];
    if (ofShop.length === 0) continue;
    const { own, unproven: doubtful } = await takeOwnOrders(tx, shop, ofShop, now);
    unproven.push(...doubtful);
    if (own.length === 0) continue;
    const messages = own.map((one) => ({ news: one.news, fresh: false }));
    const outcomes = await takeNews(tx, shop, messages, now);
    refetch.push(...(await finishShop(tx, own, { shop, outcomes, now })));
  }
  return { taken: claimed.length, refetch, unproven };
}

/** Why nothing is made of a delivery, or null. */
function whyNot(
  shop: { readonly installedAt: Date | null; readonly redactedAt: Date | null } | undefined,
  canBeRead: boolean,
): string | null {
  if (!canBeRead || !shop || shop.redactedAt !== null) return "Nothing was kept to read.";
  // Its currency and its days are not known yet; what it sells around the installation the first sweep finds.
  return shop.installedAt === null ? "The app is not installed on this shop." : null;
}

/** A body that cannot be read now will not be readable later: it is set aside at once. */
function readOne(delivery: Delivery, read: ReadDelivery): Item | { unreadable: string } {
  try {
    return { delivery, news: openDelivery(delivery, delivery.sealedBody ?? "", read) };
  } catch (error) {
    log.warn("A delivery cannot be read", { topic: delivery.topic, shop: delivery.shopId });
    return { unreadable: error instanceof Error ? error.message : "The data cannot be read." };
  }
}

async function finishShop(
  tx: Tx,
  items: readonly Item[],
  {
    shop,
    outcomes,
    now,
  }: {
    shop: { shopId: ShopId; domain: string };
    outcomes: ReadonlyMap<string, Outcome>;
    now: Date;
  },
): Promise<Refetch[]> {
  const waiting = new Map<string, Item[]>();
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

function waitingDelivery({ delivery, news }: Item): WaitingDelivery {
  if (news.kind !== "refetch") return { ...delivery, refundId: null, deleted: false };
  return { ...delivery, refundId: news.refundId ?? null, deleted: news.deleted ?? false };
}
