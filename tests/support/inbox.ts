import { createHmac, randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { orderTopics, readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { processDeliveries, type Refetch, type UnprovenOrder } from "#app/flows/intake/process-deliveries.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { finishDeliveries, keepOrderAnswers, lendDeliveries } from "#app/store/inbox.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { ledgerEntries } from "#app/store/schema/ledger.ts";
import { orders } from "#app/store/schema/orders.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { namingShop } from "./order-bodies.ts";
import type { SellingShop } from "./selling-shop.ts";
import { askTold, rememberOrder } from "./told-orders.ts";

/** When the tests' deliveries arrive: after everything that they tell of. */
export const arrival = new Date("2026-03-10T00:00:00Z");

/** Headers as the platform sends them, signed with the tests' secret. */
export function signedHeaders(
  shopDomain: string,
  topic: string,
  rawBody: Buffer,
  webhookId: string = randomUUID(),
) {
  return new Headers({
    "X-Shopify-Hmac-Sha256": createHmac("sha256", "test-secret").update(rawBody).digest("base64"),
    "X-Shopify-Topic": topic,
    "X-Shopify-Shop-Domain": shopDomain,
    "X-Shopify-API-Version": "2026-10",
    "X-Shopify-Webhook-Id": webhookId,
  });
}

/** Delivers one webhook to the app. */
export async function deliver(
  shop: Pick<SellingShop, "domain">,
  topic: string,
  body: unknown,
  webhookId?: string,
  now = arrival,
) {
  rememberOrder(shop.domain, topic, body);
  const rawBody = Buffer.from(JSON.stringify(namingShop(shop.domain, topic, body)));
  return receiveDelivery({
    headers: signedHeaders(shop.domain, topic, rawBody, webhookId),
    rawBody,
    now,
  });
}

export const read = ({ shopId, topic, body }: { shopId: ShopId; topic: string; body: string }) =>
  readOrderDelivery(topic, body, { hashEmail: (email) => customerHash(shopId, email) });

/** The deliveries of a shop that failed at least once. */
export async function failures(shop: Pick<SellingShop, "shopId">) {
  return db()
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.shopId, shop.shopId), gt(deliveries.attempts, 0)));
}

/** Announced refunds and deletions of orders that no delivery has told of yet; they wait for the next `emptyInbox`. */
const early: UnprovenOrder[] = [];

/**
 * Lets the inbox work until nothing waits. Refunds and deletions are answered from what the deliveries told, as the
 * platform would; answers the other orders that it would have to be asked about.
 */
export async function emptyInbox(now = arrival): Promise<Refetch[]> {
  const refetch: Refetch[] = [];
  await proveTold(early.splice(0), now);
  for (;;) {
    const result = await processDeliveries({ topics: orderTopics, read, limit: 50, now });
    await proveTold(result.unproven, now);
    for (const one of result.refetch) if (!(await answerTold(one, now))) refetch.push(one);
    if (result.taken === 0) return refetch;
  }
}

async function proveTold(unproven: readonly UnprovenOrder[], now: Date): Promise<void> {
  for (const one of unproven) {
    const { shopId, domain, orderId, delivery } = one;
    if (askTold(domain, one) === null) {
      early.push(one);
      continue;
    }
    await keepOrderAnswers(db(), shopId, [{ orderId, ofShop: true }], now);
    await lendDeliveries(db(), [delivery], now);
  }
}

/** False where no refund or deletion was announced, and while the terms wait for the goods (T3). */
async function answerTold(asked: Refetch, now: Date): Promise<boolean> {
  const { shopId, domain, orderId, waiting } = asked;
  const facts = askTold(domain, asked);
  const isAnnounced = waiting.some((one) => one.refundId !== null || one.deleted);
  if (facts === null || !isAnnounced) return false;
  const news =
    facts === "deleted" ? ({ kind: "deleted", orderId } as const) : ({ kind: "order", facts } as const);
  return inTransaction(async (tx) => {
    const shop = (await orderShopsOf(tx, [shopId])).get(shopId);
    if (!shop) return false;
    const outcome = (await applyNews(tx, shop, [{ news, fresh: true }], now)).get(orderId);
    if (outcome?.mustRefetch) return false;
    await finishDeliveries(
      tx,
      waiting.map((one) => ({ ...one, outcome: outcome?.text ?? "" })),
      now,
    );
    return true;
  });
}

/** The affiliate's balance in its first currency, in minor units. Zeros without postings. */
export async function currentBalance(shop: Pick<SellingShop, "shopId" | "affiliateId">) {
  const [balances] = (await balancesOf(db(), shop.shopId, [shop.affiliateId])).get(shop.affiliateId) ?? [];
  return { pending: balances?.pendingMinor ?? 0n, payable: balances?.payableMinor ?? 0n };
}

export async function postedEntries(shop: Pick<SellingShop, "shopId">) {
  return db()
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.shopId, shop.shopId))
    .orderBy(ledgerEntries.sequence);
}

export async function orderRow(shop: Pick<SellingShop, "shopId">, orderId: number) {
  const [row] = await db()
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shop.shopId), eq(orders.orderId, String(orderId))));
  if (!row) throw new Error(`No order ${orderId}`);
  return row;
}

/** Deliveries of a shop that the inbox has not read yet. */
export async function countWaiting({ shopId }: Pick<SellingShop, "shopId">): Promise<number> {
  const isWaiting = and(eq(deliveries.shopId, shopId), eq(deliveries.status, "waiting"));
  return await db().$count(deliveries, isWaiting);
}

/** Outcome of each delivery of a shop. Null while it waits. */
export async function deliveryOutcomes({ shopId }: Pick<SellingShop, "shopId">): Promise<(string | null)[]> {
  const rows = await db().select().from(deliveries).where(eq(deliveries.shopId, shopId));
  return rows.map(({ outcome }) => outcome);
}
