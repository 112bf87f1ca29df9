import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { requestCompliance, uninstallApp } from "../../local-shopify/installation.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import { openStore, StateFileError } from "../../local-shopify/state.ts";
import { firstState } from "../../local-shopify/shops.ts";
import {
  apiSecret,
  demoShop,
  install,
  postJson,
  shopOf,
  startListeningApp,
  startPlatform,
} from "./platform-setup.ts";

/** Longer waits mean that it hangs. */
const soonMs = 20_000;

function emit(platform: LocalShopify, topic: string, payload: object): void {
  platform.ctx.emit(demoShop, topic, payload, { eventId: "event-1" });
}

function delivery(platform: LocalShopify, index = 0) {
  const found = platform.store.state.deliveries[index];
  if (found === undefined) throw new Error(`no delivery ${index}`);
  return found;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-shopify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a delivery is signed over its very bytes and says where it comes from", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  emit(platform, "orders/create", { id: 5, note: "größer €" });
  await app.wait(1);
  const [first] = app.received;
  expect(JSON.parse(first?.body ?? "")).toEqual({ id: 5, note: "größer €" });
  const hmac = createHmac("sha256", apiSecret)
    .update(first?.body ?? "", "utf8")
    .digest("base64");
  expect(first?.headers).toMatchObject({
    "x-shopify-hmac-sha256": hmac,
    "x-shopify-topic": "orders/create",
    "x-shopify-shop-domain": demoShop,
    "x-shopify-api-version": "2026-10",
    "x-shopify-event-id": "event-1",
    "x-shopify-webhook-id": delivery(platform).id,
    "x-shopify-triggered-at": delivery(platform).triggeredAt,
  });
});

test("include_fields keeps the named fields only, and the subscription's name travels along", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  emit(platform, "orders/updated", {
    id: 5,
    email: "a@example.com",
    customer: { id: 7, email: "a@example.com" },
    line_items: [
      { id: 1, title: "Mug" },
      { id: 2, title: "Bowl" },
    ],
  });
  await app.wait(1);
  expect(JSON.parse(app.received[0]?.body ?? "")).toEqual({
    id: 5,
    customer: { id: 7 },
    line_items: [{ id: 1 }, { id: 2 }],
  });
  expect(app.received[0]?.headers["x-shopify-name"]).toBe("slim");
});

test("what is not answered with 2xx is sent again with the same id and body, redirects included", async () => {
  const app = await startListeningApp([500, 302]);
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  await postJson(`${platform.url}/__switches`, { retrySpeedUp: 1_000_000 });
  emit(platform, "orders/create", { id: 5 });
  await app.wait(3);
  await vi.waitFor(() => expect(delivery(platform).state).toBe("delivered"), soonMs);
  expect(new Set(app.received.map(({ headers }) => headers["x-shopify-webhook-id"])).size).toBe(1);
  expect(new Set(app.received.map(({ body }) => body))).toEqual(new Set(['{"id":5}']));
  expect(delivery(platform).attempts.map((attempt) => attempt.status)).toEqual([500, 302, 200]);
});

test("after eight retries the platform gives up", async () => {
  const app = await startListeningApp(Array.from({ length: 20 }, () => 500));
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  await postJson(`${platform.url}/__switches`, { retrySpeedUp: 10_000_000 });
  emit(platform, "orders/create", { id: 5 });
  await vi.waitFor(() => expect(delivery(platform).state).toBe("failed"), soonMs);
  expect(app.received).toHaveLength(9);
});

test("the retries spread over four hours", async () => {
  const app = await startListeningApp([500]);
  const now = new Date("2026-11-20T12:00:00Z");
  const platform = await startPlatform({ appUrl: app.url, now: () => now });
  install(platform);
  await postJson(`${platform.url}/__switches`, { retrySpeedUp: 1 });
  emit(platform, "orders/create", { id: 5 });
  await vi.waitFor(() => expect(delivery(platform).attempts).toHaveLength(1), soonMs);
  const firstWaitMs = Date.parse(delivery(platform).nextAttemptAt) - now.getTime();
  const doubled = Array.from({ length: 8 }, (_, step) => firstWaitMs * 2 ** step);
  expect(doubled.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(4, 3);
});

test("an answer that takes longer than five seconds is a failure", async () => {
  const app = await startListeningApp(["silence"]);
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  emit(platform, "orders/create", { id: 5 });
  await vi.waitFor(() => expect(delivery(platform).attempts).toHaveLength(1), soonMs);
  expect(delivery(platform).attempts[0]).toMatchObject({ status: null, error: "no answer within 5 s" });
  expect(delivery(platform).attempts[0]?.milliseconds).toBeGreaterThan(4_900);
  expect(delivery(platform).state).toBe("pending");
});

test("duplicates carry the same webhook id, and lost ones are only logged", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  await postJson(`${platform.url}/__switches`, { duplicate: 2 });
  emit(platform, "orders/create", { id: 5 });
  await app.wait(3);
  expect(new Set(app.received.map(({ headers }) => headers["x-shopify-webhook-id"])).size).toBe(1);
  await postJson(`${platform.url}/__switches`, { duplicate: 0, drop: true });
  emit(platform, "orders/create", { id: 6 });
  expect(delivery(platform, 3)).toMatchObject({ state: "dropped", attempts: [] });
  expect(app.received).toHaveLength(3);
});

test("shuffled deliveries overtake each other, and none is lost", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  await postJson(`${platform.url}/__switches`, { shuffle: true });
  const ids = Array.from({ length: 12 }, (_, index) => index);
  for (const id of ids) emit(platform, "orders/create", { id });
  await app.wait(ids.length);
  const came = app.received.map(({ body }) => body);
  expect(new Set(came)).toEqual(new Set(ids.map((id) => JSON.stringify({ id }))));
  // Twelve random waits come out in their first order once in 479 million times.
  expect(came).not.toEqual(ids.map((id) => JSON.stringify({ id })));
});

test("uninstalling tells the app once; afterwards only the law speaks", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  const shop = install(platform);
  uninstallApp(platform.ctx, shop);
  emit(platform, "orders/create", { id: 5 });
  requestCompliance(platform.ctx, shop, { topic: "shop/redact", customerId: null });
  await app.wait(2);
  const topics = app.received.map(({ headers }) => headers["x-shopify-topic"]);
  expect(topics).toHaveLength(2);
  expect(new Set(topics)).toEqual(new Set(["app/uninstalled", "shop/redact"]));
  const redact = app.received.find(({ headers }) => headers["x-shopify-topic"] === "shop/redact");
  expect(JSON.parse(redact?.body ?? "")).toEqual({ shop_id: shop.id, shop_domain: demoShop });
});

test("what could not be sent is still sent after a restart", async () => {
  const dataDir = temporaryFolder();
  const app = await startListeningApp();
  const first = await startPlatform({ appUrl: app.url, dataDir });
  install(first);
  await postJson(`${first.url}/__switches`, { delayMs: 400 });
  emit(first, "orders/create", { id: 5 });
  await first.close();
  expect(app.received).toHaveLength(0);
  const second = await startPlatform({ appUrl: app.url, dataDir });
  await app.wait(1);
  expect(shopOf(second).installation).not.toBeNull();
  expect(app.received[0]?.headers["x-shopify-webhook-id"]).toBe(delivery(second).id);
});

test("a damaged state file is named, not overwritten", () => {
  const file = join(temporaryFolder(), "state.json");
  writeFileSync(file, '{"version":1,');
  expect(() => openStore(file, firstState)).toThrow(StateFileError);
  expect(() => openStore(file, firstState)).toThrow(file);
});

test("protected fields of an order are null for an app that is not approved for them", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  install(platform);
  platform.ctx.mutate((state) => {
    state.switches.withhold = true;
  });
  const customer = { id: 7, email: "ada@example.com" };
  const order = {
    id: 5,
    email: "ada@example.com",
    customer,
    shipping_address: { zip: "1" },
    total_price: "9.00",
  };
  emit(platform, "orders/create", order);
  emit(platform, "customers/redact", { customer });
  await app.wait(2);
  const bodyOf = (topic: string): unknown =>
    JSON.parse(app.received.find((one) => one.headers["x-shopify-topic"] === topic)?.body ?? "null");
  expect(bodyOf("orders/create")).toEqual({
    id: 5,
    email: null,
    customer: null,
    shipping_address: null,
    total_price: "9.00",
  });
  // Without them, the app could not do what the law asks.
  expect(bodyOf("customers/redact")).toEqual({ customer });
});
