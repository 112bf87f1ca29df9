import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { applyEvidence } from "#app/flows/intake/apply-evidence.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { keepPixelEvent } from "#app/flows/storefront/receive-pixel-event.ts";
import { recordVisit } from "#app/flows/tracking/record-visit.ts";
import { db } from "#app/platform/db.server.ts";
import { pixelAccount } from "#app/platform/crypto.server.ts";
import type { JobPayloads } from "#app/queue/catalog.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { lockOrders } from "../../support/locked-orders.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const clickedAt = new Date("2026-03-02T09:00:00Z");
const paidAt = new Date("2026-03-02T10:00:00Z");

/** A click of the shop's affiliate, as the shopper's browser holds it. */
async function clickOf(shop: SellingShop, at = clickedAt): Promise<string> {
  const click = await recordVisit({
    shopDomain: shop.domain,
    landing: `/products/mug?ref=${shop.code}`,
    referrer: "",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: "203.0.113.9",
    purpose: "visit",
    now: at,
  });
  if (!click) throw new Error("The click was not recorded.");
  return click;
}

type Seen = { orderId: number | null; checkoutToken: string; click: string };

async function tellPixel(shop: SellingShop, of: Seen): Promise<void> {
  await keepSeen(shop, of);
  await runEvidence(shop);
}

async function keepSeen(shop: SellingShop, { orderId, checkoutToken, click }: Seen): Promise<void> {
  const seen = {
    accountID: pixelAccount(shop.shopId),
    eventId: randomUUID(),
    occurredAt: paidAt.toISOString(),
    checkoutToken,
    orderId: orderId === null ? null : String(orderId),
    clickIds: [click],
    clickSource: "storage" as const,
  };
  await keepPixelEvent(seen, new Date(paidAt.getTime() + 60_000));
}

/** Does what the queue was told of evidence. */
async function runEvidence(shop: SellingShop): Promise<void> {
  const { rows } = await db().execute<{ data: JobPayloads["evidence-arrived"] }>(
    sql`select data from pgboss.job where name = 'evidence-arrived' and data ->> 'shopId' = ${shop.shopId}`,
  );
  for (const { data } of rows) await applyEvidence(data, paidAt);
}

/** An order outside the cart: nothing of it points to an affiliate. */
async function buyNow(shop: SellingShop, checkoutToken: string, id = nextId()): Promise<number> {
  await deliver(shop, "orders/create", { ...orderBody({ id }), checkout_token: checkoutToken });
  await emptyInbox();
  return id;
}

test("a checkout that the pixel told of after its order, without naming it, credits that order and no other", async () => {
  const shop = await makeSellingShop();
  const click = await clickOf(shop);
  const [orderId, another] = [await buyNow(shop, "token-1"), await buyNow(shop, "token-2")];
  await tellPixel(shop, { orderId: null, checkoutToken: "token-1", click });
  expect(await orderRow(shop, orderId)).toMatchObject({ credited: true, affiliateId: shop.affiliateId });
  expect(await orderRow(shop, another)).toMatchObject({ credited: false });
});

test("a checkout that the pixel told of after its order credits it late", async () => {
  const shop = await makeSellingShop();
  const click = await clickOf(shop);
  const orderId = await buyNow(shop, "token-1");
  expect((await orderRow(shop, orderId)).credited).toBe(false);
  await tellPixel(shop, { orderId, checkoutToken: "token-1", click });
  expect(await orderRow(shop, orderId)).toMatchObject({ credited: true, affiliateId: shop.affiliateId });
  expect((await currentBalance(shop)).pending).toBe(1000n);
});

test("a checkout that the pixel told of before its order credits it at once", async () => {
  const shop = await makeSellingShop();
  const orderId = nextId();
  await tellPixel(shop, { orderId, checkoutToken: "token-2", click: await clickOf(shop) });
  await buyNow(shop, "token-2", orderId);
  expect((await orderRow(shop, orderId)).credited).toBe(true);
});

test("who knows an order's number and not its checkout claims nothing", async () => {
  const shop = await makeSellingShop();
  const click = await clickOf(shop);
  const orderId = await buyNow(shop, "token-3");
  await tellPixel(shop, { orderId, checkoutToken: "guessed", click });
  await tellPixel(shop, { orderId: nextId(), checkoutToken: "token-3", click });
  expect((await orderRow(shop, orderId)).credited).toBe(false);
  expect((await currentBalance(shop)).pending).toBe(0n);
});

test("another shop's join says nothing about this shop's order", async () => {
  const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
  const click = await clickOf(other);
  const orderId = await buyNow(shop, "token-4");
  await tellPixel(other, { orderId, checkoutToken: "token-4", click });
  await applyEvidence({ shopId: shop.shopId, orderId: String(orderId) }, paidAt);
  expect((await orderRow(shop, orderId)).credited).toBe(false);
});

test("a click that an order carries is not told as missed where the pixel saw it too, and the books agree", async () => {
  const shop = await makeSellingShop();
  const click = await clickOf(shop);
  const id = nextId();
  await deliver(shop, "orders/create", { ...orderBody({ id, click }), checkout_token: "token-7" });
  await emptyInbox();
  expect(await orderRow(shop, id)).toMatchObject({ signals: ["click"], lostWithout: ["click"] });
  await tellPixel(shop, { orderId: id, checkoutToken: "token-7", click });
  expect(await orderRow(shop, id)).toMatchObject({
    reason: "won-by-click",
    signals: ["click", "pixel"],
    lostWithout: [],
    elsewhereWithout: [],
  });
  expect((await verifyShop(shop.shopId)).differences).toEqual([]);
});

test.for([
  ["names", 1],
  ["does not name", null],
] as const)(
  "a checkout that the pixel tells of while its order is being taken in, which it %s, credits that order",
  async ([, named]) => {
    const shop = await makeSellingShop();
    const [click, id] = [await clickOf(shop), nextId()];
    // The queue is open, as that of a process which runs.
    await openQueue();
    const held = await lockOrders(shop.shopId);
    const taking = buyNow(shop, "token-8", id);
    await held.reached();
    // Answered while the order is held: waiting for the order would take forever.
    await keepSeen(shop, { orderId: named && id, checkoutToken: "token-8", click });
    const looking = runEvidence(shop);
    await Promise.race([looking, wait(300)]);
    await held.release();
    await Promise.all([taking, looking]);
    expect(await orderRow(shop, id)).toMatchObject({ credited: true, affiliateId: shop.affiliateId });
    expect((await currentBalance(shop)).pending).toBe(1000n);
  },
);
