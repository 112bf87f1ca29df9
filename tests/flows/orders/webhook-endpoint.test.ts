import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { db } from "#app/platform/db.server.ts";
import { listFailedDeliveries, retryFailedDelivery } from "#app/store/failed-deliveries.ts";
import { ledgerBalances } from "#app/store/schema/ledger.ts";
import { ensureShop, findShopIds } from "#app/store/shops.ts";
import {
  arrival,
  countWaiting,
  deliver,
  emptyInbox,
  orderRow,
  signedHeaders,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";

describe("the webhook endpoint", () => {
  it("refuses a wrong signature before it looks at anything else, and keeps nothing", async () => {
    const shop = await makeSellingShop();
    const rawBody = Buffer.from("not even JSON");
    const headers = signedHeaders(shop.domain, "orders/create", Buffer.from("something else"));
    headers.delete("X-Shopify-Topic");
    expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(401);
    expect(await countWaiting(shop)).toBe(0);
  });

  it.each(["X-Shopify-Hmac-Sha256", "X-Shopify-Topic", "X-Shopify-Shop-Domain", "X-Shopify-Webhook-Id"])(
    "answers 400 when %s is missing",
    async (name) => {
      const rawBody = Buffer.from("{}");
      const headers = signedHeaders("t-missing.myshopify.com", "orders/create", rawBody);
      headers.delete(name);
      expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(400);
    },
  );

  it("answers 413 to a body over 5 MB", async () => {
    const rawBody = Buffer.alloc(5_000_001, "x");
    const headers = signedHeaders("t-large.myshopify.com", "orders/create", rawBody);
    expect((await receiveDelivery({ headers, rawBody, now: arrival })).status).toBe(413);
  });

  it("answers 200 for an unknown shop, and changes nothing", async () => {
    const domain = `t-new-${Date.now()}.myshopify.com`;
    const known = await makeSellingShop();
    const body = orderBody({ ref: known.code });
    const [receipt, beside] = await Promise.all([
      deliver({ domain }, "orders/create", body, randomUUID()),
      deliver(known, "orders/create", body, randomUUID()),
    ]);
    expect(receipt).toEqual({ status: 200, message: "unknown_shop" });
    expect(await findShopIds(db(), [domain])).toEqual(new Map());
    expect(beside).toEqual({ status: 200, message: "kept" });
    expect(await countWaiting(known)).toBe(1);
    // As soon as it is there, its deliveries are kept.
    await ensureShop(db(), domain, arrival);
    const next = orderBody({ ref: known.code });
    expect(await deliver({ domain }, "orders/create", next)).toEqual({ status: 200, message: "kept" });
    await emptyInbox();
  });

  it("sets unreadable deliveries aside, processes the others, and retries on request", async () => {
    const shop = await makeSellingShop();
    const good = orderBody({ ref: shop.code });
    await deliver(shop, "orders/create", { id: "no number", currency: 7 }, "bad");
    await deliver(shop, "orders/create", good);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
    expect(await listFailedDeliveries(db(), shop.shopId, 10)).toMatchObject([
      { webhookId: "bad", attempts: 1 },
    ]);
    const key = { shopId: shop.shopId, topic: "orders/create", webhookId: "bad" };
    expect(await retryFailedDelivery(db(), key, arrival)).toBe(true);
    await emptyInbox();
    expect(await listFailedDeliveries(db(), shop.shopId, 10)).toHaveLength(1);
  });

  it("leaves nothing of an order that breaks inside the transaction, and tries it again later", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code });
    await deliver(shop, "orders/create", body);
    await emptyInbox();
    // A balance that was falsified below what the reversal needs makes the posting impossible (M1).
    const ofShop = eq(ledgerBalances.shopId, shop.shopId);
    await db().update(ledgerBalances).set({ balanceMinor: 1n }).where(ofShop);
    const at = "2026-03-03T10:00:00Z";
    await deliver(
      shop,
      "orders/cancelled",
      orderBody({ id: body.id, cancelledAt: at, updatedAt: at }),
      "cancel",
    );
    await emptyInbox();
    expect(await postedEntries(shop)).toHaveLength(1);
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "won-by-landing", revision: 1 });
    await db().update(ledgerBalances).set({ balanceMinor: 1000n }).where(ofShop);
    await emptyInbox(new Date(arrival.getTime() + 10_000));
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
  });
});
