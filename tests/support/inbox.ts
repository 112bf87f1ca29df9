import { createHmac, randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { orderTopics, readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { processDeliveries, type Refetch } from "#app/flows/orders/process-deliveries.ts";
import { receiveDelivery } from "#app/flows/orders/receive-delivery.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { ledgerTransfers } from "#app/store/schema/ledger.ts";
import { orders } from "#app/store/schema/orders.ts";
import { namingShop } from "./order-bodies.ts";
import type { SellingShop } from "./selling-shop.ts";

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

/** Sends one webhook through the door. */
export async function deliver(
  shop: Pick<SellingShop, "domain">,
  topic: string,
  body: unknown,
  webhookId?: string,
  now = arrival,
) {
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

/** Lets the inbox work until nothing waits; answers the orders that the platform would have to be asked about. */
export async function emptyInbox(now = arrival): Promise<Refetch[]> {
  const refetch: Refetch[] = [];
  for (;;) {
    const result = await processDeliveries({ topics: orderTopics, read, limit: 50, now });
    refetch.push(...result.refetch);
    if (result.taken === 0) return refetch;
  }
}

/** What the shop owes the affiliate in its first currency, as decimals of minor units; zeros without postings. */
export async function standing(shop: Pick<SellingShop, "shopId" | "affiliateId">) {
  const [balances] = (await balancesOf(db(), shop.shopId, [shop.affiliateId])).get(shop.affiliateId) ?? [];
  return { pending: balances?.pendingMinor ?? 0n, payable: balances?.payableMinor ?? 0n };
}

export async function transfers(shop: Pick<SellingShop, "shopId">) {
  return db()
    .select()
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.shopId, shop.shopId))
    .orderBy(ledgerTransfers.sequence);
}

export async function orderRow(shop: Pick<SellingShop, "shopId">, orderId: number) {
  const [row] = await db()
    .select()
    .from(orders)
    .where(and(eq(orders.shopId, shop.shopId), eq(orders.orderId, String(orderId))));
  if (!row) throw new Error(`No order ${orderId}`);
  return row;
}
