import { afterEach, beforeEach, expect, test } from "vitest";
import { parseAppConfig } from "../../local-shopify/app-config.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import type { Order } from "../../local-shopify/commerce/order-types.ts";
import { installApp } from "../../local-shopify/installation.ts";
import { startLocalShopify, type LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";

const domain = "demo-store.myshopify.com";
const toml = `name = "Test app"
[webhooks]
api_version = "2026-10"
[[webhooks.subscriptions]]
topics = ["orders/create", "orders/paid", "orders/updated", "orders/cancelled", "refunds/create", "discounts/create", "discounts/delete"]
uri = "/webhooks"`;

let local: LocalShopify;
let shop: ShopState;
let order: Order;

beforeEach(async () => {
  // Port 9 answers nobody, and no retry comes within the test: the queue itself is what is looked at.
  const app = parseAppConfig(toml, { apiKey: "key", apiSecret: "secret", appUrl: "http://127.0.0.1:9" });
  local = await startLocalShopify({ app });
  const found = local.store.state.shops[domain];
  if (!found) throw new Error("The local platform has no demo store.");
  shop = found;
  installApp(local.ctx, shop, ["read_orders"]);
  const variantId = shop.products.find((each) => each.handle === "stoneware-mug")?.variants[0]?.id ?? 0;
  order = placeOrder(local.ctx, domain, {
    lines: [{ variantId, quantity: 2 }],
    customer: { email: "robin.hale@shopper.example", firstName: "<b>Robin</b>" },
    paid: false,
  });
});
afterEach(() => local.close());

function admin(path: string, fields?: Record<string, string>): Promise<Response> {
  const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
  return fetch(`${local.url}/store/demo-store${path}`, { ...init, redirect: "manual" });
}

function topics(): string[] {
  return local.store.state.deliveries.map((each) => each.topic);
}

test("an order is paid, refunded in part and canceled on its page, and every step is told", async () => {
  const path = `/orders/${order.id}`;
  expect((await admin(`${path}/mark-paid`, {})).status).toBe(303);
  const lineField = `quantity.${order.line_items[0]?.id}`;
  const refunded = await admin(`${path}/refund`, { [lineField]: "1", restock: "on", action: "refund" });
  expect(refunded.status).toBe(303);
  expect(order.refunds[0]).toMatchObject({
    restock: true,
    user_id: shop.staff[0]?.id,
    refund_line_items: [{ quantity: 1, subtotal: 24, total_tax: 1.92 }],
  });
  const cancelled = await admin(`${path}/cancel`, { reason: "fraud", refund: "on" });
  expect(cancelled.headers.get("location")).toBe(`/store/demo-store${path}`);
  expect(order).toMatchObject({ cancel_reason: "fraud", financial_status: "refunded" });
  expect(topics()).toEqual([
    "orders/create",
    "orders/paid",
    "orders/updated",
    "refunds/create",
    "orders/updated",
    "refunds/create",
    "orders/cancelled",
    "orders/updated",
  ]);
});

test("a pending refund is completed on the order's page", async () => {
  const path = `/orders/${order.id}`;
  await admin(`${path}/mark-paid`, {});
  await admin(`${path}/refund`, { amount: "10.00", transaction: "pending", action: "refund" });
  expect(order.refunds[0]?.transactions[0]?.status).toBe("pending");
  await admin(`${path}/settle`, { refundId: String(order.refunds[0]?.id), status: "success" });
  expect(order).toMatchObject({ financial_status: "partially_refunded", current_total_price: "46.84" });
});

test("what cannot be done is said in a sentence, and nothing is sent", async () => {
  const before = topics();
  const answer = await admin(`/orders/${order.id}/refund`, { amount: "1.00", action: "refund" });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("more money than is left");
  expect((await admin("/orders/1")).status).toBe(404);
  expect(topics()).toEqual(before);
});

test("a discount code is made for some products and deleted again", async () => {
  const productIds = String(shop.products[0]?.id);
  const made = { code: "SPRING15", kind: "percentage", value: "12.5", productIds, once: "on" };
  await admin("/discounts", made);
  const discount = shop.discounts.find((each) => each.code === "SPRING15");
  expect(discount).toMatchObject({
    percentageBps: 1250,
    productIds: [shop.products[0]?.id],
    appliesOncePerCustomer: true,
  });
  const again = await admin("/discounts", { ...made, code: "spring15" });
  expect(await again.text()).toContain("Code must be unique");
  await admin(`/discounts/${discount?.id}/delete`, {});
  expect(shop.discounts.some((each) => each.code === "SPRING15")).toBe(false);
  expect(topics().slice(1)).toEqual(["discounts/create", "discounts/delete"]);
});

test("the online store page switches the embed, consent and test orders", async () => {
  await admin("/online-store", { testOrders: "on", consentBanner: "on", "setting.window_days": "12" });
  expect(shop.settings).toMatchObject({
    themeEmbed: false,
    testOrders: true,
    consentBanner: true,
    themeEmbedSettings: { window_days: "12" },
  });
});

test("every page shows what the shop holds, with a shopper's own text as text", async () => {
  const pages: [string, string][] = [
    ["/orders", "&lt;b&gt;Robin&lt;/b&gt;"],
    [`/orders/${order.id}`, "robin.hale@shopper.example"],
    ["/products", "Stoneware mug"],
    ["/customers", "robin.hale@shopper.example"],
    ["/discounts", "WELCOME10"],
    ["/online-store", "Affiliate tracking"],
  ];
  for (const [path, text] of pages) {
    const page = await admin(path);
    const markup = await page.text();
    expect([path, page.status]).toEqual([path, 200]);
    expect(markup).toContain(text);
    expect(markup).not.toContain("<b>Robin");
  }
});
