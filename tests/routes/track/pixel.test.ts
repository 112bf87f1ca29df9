import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { storeSpooledPixels, receivePixelEvent } from "#app/flows/storefront/receive-pixel-event.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { pixelAccount, signClick } from "#app/platform/crypto.server.ts";
import { findTrackingStatus } from "#app/store/tracking-status.ts";
import { pixelJoins } from "#app/store/schema/attribution.ts";
import { orders } from "#app/store/schema/orders.ts";
import { shops } from "#app/store/schema/shops.ts";
import { action, loader } from "../../../app/routes/track/pixel.ts";
import { appUrl } from "../../support/browser.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

let visitors = 0;
const minuteMs = 60_000;

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  visitors += 1;
  const address = `203.0.${Math.floor(visitors / 250)}.${visitors % 250}`;
  const request = new Request(`${appUrl}/track/pixel`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": "text/plain;charset=UTF-8", "X-Forwarded-For": address, ...headers },
  });
  return await action({ request, params: {} });
}

function clickOf({ shopId }: Pick<SellingShop, "shopId">, agoMs = 2 * minuteMs): string {
  return signClick(shopId, newId("clk", new Date(Date.now() - agoMs)));
}

function eventOf(shop: SellingShop, more: Record<string, unknown> = {}) {
  return {
    accountID: pixelAccount(shop.shopId),
    eventId: `sh-${randomUUID()}`,
    occurredAt: new Date(Date.now() - minuteMs).toISOString(),
    checkoutToken: randomUUID().replaceAll("-", ""),
    orderId: "gid://shopify/OrderIdentity/5001",
    clickIds: [clickOf(shop)],
    clickSource: "storage" as const,
    ...more,
  };
}

const joinsOf = ({ shopId }: SellingShop) =>
  db().select().from(pixelJoins).where(eq(pixelJoins.shopId, shopId));

test("a checkout with a signed click is kept, once however often it is sent", async () => {
  const shop = await makeSellingShop();
  const event = eventOf(shop);
  const answers = [await post(event), await post(event)];
  expect(answers.map((one) => one.status)).toEqual([204, 204]);
  expect(answers[0]?.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const { clickIds, checkoutToken } = event;
  expect(await joinsOf(shop)).toMatchObject([{ clickIds, checkoutToken, orderId: "5001" }]);
  expect((await findTrackingStatus(db(), shop.shopId))?.pixelSeenAt).not.toBeNull();
});

test("of several clicks those count that were signed for this shop", async () => {
  const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
  const own = clickOf(shop);
  const forged = `${own.slice(0, -1)}${own.endsWith("A") ? "B" : "A"}`;
  await post(eventOf(shop, { clickIds: [clickOf(other), forged, own.slice(0, -4), own, own] }));
  expect((await joinsOf(shop)).map((one) => one.clickIds)).toEqual([[own]]);
});

test("a click that is older than any terms reach is nothing", async () => {
  const shop = await makeSellingShop();
  const dayMs = 86_400_000;
  const [old, spent] = [clickOf(shop, 3649 * dayMs), clickOf(shop, 3651 * dayMs)];
  expect((await post(eventOf(shop, { clickIds: [spent] }))).status).toBe(204);
  expect(await joinsOf(shop)).toEqual([]);
  await post(eventOf(shop, { clickIds: [spent, old] }));
  expect((await joinsOf(shop)).map((one) => one.clickIds)).toEqual([[old]]);
});

const away = () => Promise.reject(new Error("The database is away."));

test("an event waits on the disk while the database is away, and is kept once afterwards", async () => {
  const shop = await makeSellingShop();
  const event = eventOf(shop);
  const receivedAt = new Date();
  await receivePixelEvent(event, receivedAt, away);
  await receivePixelEvent(event, receivedAt, away);
  expect(await joinsOf(shop)).toEqual([]);
  expect(await storeSpooledPixels()).toBe(2);
  expect(await joinsOf(shop)).toMatchObject([{ checkoutToken: event.checkoutToken, receivedAt }]);
  expect(await storeSpooledPixels()).toBe(0);
});

test("a cart that carried the clicks tells that the embed is at work", async () => {
  const shop = await makeSellingShop();
  await post(eventOf(shop, { clickSource: "cart" }));
  expect((await findTrackingStatus(db(), shop.shopId))?.embedSeenAt).not.toBeNull();
});

const minute = (ago: number) => new Date(Date.now() - ago * minuteMs).toISOString();
test.each<[string, (shop: SellingShop, other: SellingShop) => Record<string, unknown>]>([
  ["clicks of another shop", (_, other) => ({ clickIds: [clickOf(other)] })],
  ["clicks that nobody signed", () => ({ clickIds: ["clk_1.sig", "x".repeat(256)] })],
  ["a click after the checkout", (shop) => ({ clickIds: [clickOf(shop, -10 * minuteMs)] })],
  ["a checkout of tomorrow", () => ({ occurredAt: minute(-24 * 60) })],
  ["a checkout of last week", () => ({ occurredAt: minute(7 * 24 * 60) })],
  [
    "another shop's account with this shop's clicks",
    (_, other) => ({ accountID: pixelAccount(other.shopId) }),
  ],
  ["an account that was made up", (shop) => ({ accountID: `${shop.shopId}.${"A".repeat(22)}` })],
  ["a bare shop's id", (shop) => ({ accountID: shop.shopId })],
])("%s: answered like any other, and nothing is kept", async (_, change) => {
  const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
  const before = await snapshotOf(shop.shopId);
  const answer = await post(eventOf(shop, change(shop, other)));
  expect(answer.status).toBe(204);
  expect(await snapshotOf(shop.shopId)).toEqual(before);
  expect(await joinsOf(other)).toEqual([]);
});

test("an order that was made up, or is another checkout's, is credited to nobody by it", async () => {
  const shop = await makeSellingShop();
  const body = { ...orderBody({ createdAt: minute(1) }), checkout_token: "their-own-checkout" };
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  for (const id of [body.id, 1, 999_999_999_999]) {
    expect((await post(eventOf(shop, { orderId: `gid://shopify/OrderIdentity/${id}` }))).status).toBe(204);
  }
  expect(await joinsOf(shop)).toHaveLength(3);
  expect(await orderRow(shop, body.id)).toMatchObject({ reason: "no-evidence", credited: false });
  expect(await db().select().from(orders).where(eq(orders.shopId, shop.shopId))).toHaveLength(1);
  expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
});

test("a shop that took the app away is heard no more", async () => {
  const shop = await makeSellingShop();
  await db().update(shops).set({ uninstalledAt: new Date() }).where(eq(shops.shopId, shop.shopId));
  expect((await post(eventOf(shop))).status).toBe(204);
  expect(await joinsOf(shop)).toEqual([]);
});

const spoilt = ["", "null", "[]", "{", '"text"', "\u0000", "{}", '{"accountID":1}'];
test.each(spoilt)("a body that is no event is refused: %j", async (body) => {
  expect((await post(body)).status).toBe(400);
});

test("fields that are not what they should be are refused, and nothing is kept", async () => {
  const shop = await makeSellingShop();
  const bad = [null, true, 12, [], {}, ...hostileTexts.map((text) => text.slice(0, 5000))];
  for (const field of ["eventId", "occurredAt", "checkoutToken", "orderId", "clickIds", "clickSource"]) {
    for (const value of bad.filter((one) => !(field === "orderId" && one === null))) {
      expect([field, value, (await post(eventOf(shop, { [field]: value }))).status]).toEqual([
        field,
        value,
        400,
      ]);
    }
  }
  expect(await joinsOf(shop)).toEqual([]);
});

test("more than a pixel would send is not read", async () => {
  expect((await post("x".repeat(16_001))).status).toBe(413);
  const shop = await makeSellingShop();
  const clickIds = Array.from({ length: 11 }, () => clickOf(shop));
  expect((await post(eventOf(shop, { clickIds }))).status).toBe(400);
});

afterEach(() => void vi.useRealTimers());

test("one visitor cannot fill the table", async () => {
  const shop = await makeSellingShop();
  // No time goes by in which the visitor could ask again, however long the answers take.
  vi.useFakeTimers({ toFake: ["Date"] });
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1) {
    statuses.push((await post(eventOf(shop), { "X-Forwarded-For": "198.51.100.7" })).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect((await joinsOf(shop)).length).toBeLessThan(25);
});

test("a browser that asks first may post, and nothing else is there", async () => {
  const options = loader({ request: new Request(`${appUrl}/track/pixel`, { method: "OPTIONS" }) });
  expect([options.status, options.headers.get("Access-Control-Allow-Methods")]).toEqual([204, "POST"]);
  expect(loader({ request: new Request(`${appUrl}/track/pixel`) }).status).toBe(405);
});
