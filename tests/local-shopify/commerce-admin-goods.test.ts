import { afterEach, beforeEach, expect, test } from "vitest";
import { parseAppConfig } from "../../local-shopify/app-config.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { startLocalShopify, type LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";

const domain = "demo-store.myshopify.com";

let local: LocalShopify;
let shop: ShopState;

beforeEach(async () => {
  const app = parseAppConfig('name = "Test app"\n[webhooks]\napi_version = "2026-10"', {
    apiKey: "key",
    apiSecret: "secret",
    appUrl: "http://127.0.0.1:9",
  });
  local = await startLocalShopify({ app });
  const found = local.store.state.shops[domain];
  if (!found) throw new Error("The local platform has no demo store.");
  shop = found;
});
afterEach(() => local.close());

async function admin(path: string, fields?: Record<string, string>) {
  const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
  const response = await fetch(`${local.url}/store/demo-store${path}`, { ...init, redirect: "manual" });
  return { status: response.status, text: await response.text(), to: response.headers.get("location") ?? "" };
}

const productOf = (handle: string) => shop.products.find((each) => each.handle === handle);

test("an order is fulfilled partly and fully, and unfulfilled, on its page", async () => {
  const variantId = productOf("stoneware-mug")?.variants[0]?.id ?? 0;
  const customer = { email: "robin.hale@shopper.example" };
  const order = placeOrder(local.ctx, domain, { lines: [{ variantId, quantity: 2 }], customer });
  const path = `/orders/${order.id}`;
  expect((await admin(path)).text).toContain("Sending: nothing sent");
  await admin(`${path}/fulfil`, { [`send.${order.line_items[0]?.id}`]: "1" });
  expect(order.fulfillment_status).toBe("partial");
  await admin(`${path}/fulfil`, { action: "everything" });
  expect((await admin(path)).text).toContain("Sending: fulfilled");
  expect((await admin(`${path}/fulfil`, { action: "everything" })).status).toBe(422);
  await admin(`${path}/take-back`, { fulfillmentId: String(order.fulfillments[1]?.id) });
  expect(order.fulfillment_status).toBe("partial");
});

test("a subscription is renewed on its order's page", async () => {
  const variantId = productOf("house-coffee")?.variants[0]?.id ?? 0;
  const sellingPlanId = shop.sellingPlans?.[0]?.id ?? 0;
  const order = placeOrder(local.ctx, domain, {
    lines: [{ variantId, quantity: 1, sellingPlanId }],
    customer: shop.customers[0]?.id ?? 0,
  });
  expect((await admin(`/orders/${order.id}`)).text).toContain("Renew the subscription");
  const { to } = await admin(`/orders/${order.id}/renew`, {});
  expect(to).toBe(`/store/demo-store/orders/${shop.orders[1]?.id}`);
  expect(shop.orders[1]?.source_name).toBe("subscription_contract_checkout_one");
});

test("something is sold at the till, to somebody and to nobody", async () => {
  const variant = String(productOf("desk-lamp")?.variants[0]?.id);
  await admin("/orders/sell", { variant, quantity: "1", customerId: "" });
  await admin("/orders/sell", { variant, quantity: "2", customerId: String(shop.customers[1]?.id) });
  const sold = shop.orders.map((each) => [
    each.source_name,
    each.customer?.id ?? null,
    each.fulfillment_status,
  ]);
  expect(sold).toEqual([
    ["pos", null, "fulfilled"],
    ["pos", shop.customers[1]?.id, "fulfilled"],
  ]);
  const list = await admin("/orders");
  expect(list.text).toContain("Sell at the till");
  expect((await admin(`/orders/${shop.orders[0]?.id}`)).text).toContain("nobody by name");
});

test("tags, collections and rates are changed, and a product is deleted, on their pages", async () => {
  const scarf = productOf("ribbed-scarf")?.id ?? 0;
  const [winter, gifts] = shop.collections ?? [];
  expect((await admin("/products")).text).toContain(winter?.title);
  await admin(`/products/${scarf}`, { tags: "wool, sale", [`collection.${gifts?.id}`]: "on" });
  expect(productOf("ribbed-scarf")?.tags).toEqual(["wool", "sale"]);
  expect([winter?.productIds.includes(scarf), gifts?.productIds.includes(scarf)]).toEqual([false, true]);
  await admin(`/products/${scarf}`, { action: "delete" });
  expect(productOf("ribbed-scarf")).toBeUndefined();
  expect((await admin(`/products/${scarf}`, { action: "delete" })).status).toBe(422);
  await admin(`/customers/${shop.customers[2]?.id}`, { tags: "wholesale" });
  expect((await admin("/customers")).text).toContain('value="wholesale"');
  expect((await admin("/settings")).text).toContain("Exchange rates");
  await admin("/settings/rates", { "rate.EUR": "0.95", "rate.JPY": "151" });
  expect(shop.settings.presentment.map((each) => each.rate)).toEqual(["0.95", "151"]);
});
