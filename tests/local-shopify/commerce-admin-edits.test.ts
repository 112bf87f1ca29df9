import { afterEach, beforeEach, expect, test } from "vitest";
import { parseAppConfig } from "../../local-shopify/app-config.ts";
import type { Order } from "../../local-shopify/commerce/order-types.ts";
import { fulfilOrder } from "../../local-shopify/commerce/fulfil-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { installApp } from "../../local-shopify/installation.ts";
import { startLocalShopify, type LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";

const domain = "demo-store.myshopify.com";
const toml = `name = "Test app"
[access_scopes]
scopes = "read_orders"
optional_scopes = ["read_shopify_payments_disputes"]
[webhooks]
api_version = "2026-10"
[[webhooks.subscriptions]]
topics = ["orders/edited", "disputes/create", "disputes/update", "app/scopes_update"]
uri = "/webhooks"`;

let local: LocalShopify;
let shop: ShopState;
let order: Order;

beforeEach(async () => {
  // Port 9 answers nobody: the queue itself is what is looked at.
  const app = parseAppConfig(toml, { apiKey: "key", apiSecret: "secret", appUrl: "http://127.0.0.1:9" });
  local = await startLocalShopify({ app });
  const found = local.store.state.shops[domain];
  if (!found) throw new Error("The local platform has no demo store.");
  shop = found;
  installApp(local.ctx, shop, ["read_orders"]);
  const variantId = shop.products[0]?.variants[0]?.id ?? 0;
  const customer = { email: "robin.hale@shopper.example" };
  order = placeOrder(local.ctx, domain, { lines: [{ variantId, quantity: 2 }], customer });
});
afterEach(() => local.close());

async function admin(
  path: string,
  fields?: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
  const response = await fetch(`${local.url}/store/demo-store${path}`, { ...init, redirect: "manual" });
  return { status: response.status, text: await response.text() };
}

const bodies = (topic: string): unknown[] =>
  local.store.state.deliveries
    .filter((each) => each.topic === topic)
    .map((each) => JSON.parse(each.body) as unknown);

test("an order is edited on its page, and what is owed since is paid back there", async () => {
  const path = `/orders/${order.id}`;
  const lineId = order.line_items[0]?.id ?? 0;
  const another = shop.products[1]?.variants[0]?.id ?? 0;
  expect((await admin(path)).text).toContain("Edit order");
  const fields = { [`edit.${lineId}`]: "1", [`discount.${lineId}`]: "1.00", note: "by phone" };
  expect((await admin(`${path}/edit`, fields)).status).toBe(303);
  expect(bodies("orders/edited")).toMatchObject([
    {
      order_edit: {
        staff_note: "by phone",
        user_id: shop.staff[0]?.id,
        line_items: { additions: [], removals: [{ id: lineId, delta: 1 }] },
        discounts: { line_item: { additions: [{ id: lineId }], removals: [] } },
      },
    },
  ]);
  expect((await admin(path)).text).toContain("Pay back what is owed");
  expect((await admin(`${path}/pay-back`, {})).status).toBe(303);
  expect(order).toMatchObject({ financial_status: "partially_refunded", total_outstanding: "0.00" });
  await admin(`${path}/edit`, { [`undiscount.${lineId}`]: "on", variant: String(another), added: "3" });
  expect(order.line_items.map((line) => [line.current_quantity, line.discount_allocations.length])).toEqual([
    [1, 0],
    [3, 0],
  ]);
  expect((await admin(path)).text).toContain("Mark as paid");
});

test("goods that were sent are exchanged on the order's page, and no others", async () => {
  const path = `/orders/${order.id}`;
  const lineId = order.line_items[0]?.id ?? 0;
  const another = shop.products[1]?.variants[0]?.id ?? 0;
  expect((await admin(path)).text).not.toContain("comes back");
  fulfilOrder(local.ctx, domain, order.id, [{ lineItemId: lineId, quantity: 1 }]);
  expect((await admin(path)).text).toContain("comes back");
  const refused = await admin(`${path}/exchange`, { [`back.${lineId}`]: "1" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("goods that go out")]);
  const fields = { [`back.${lineId}`]: "1", variant: String(another), taken: "2" };
  expect((await admin(`${path}/exchange`, fields)).status).toBe(303);
  expect(order.line_items.map((line) => line.current_quantity)).toEqual([1, 2]);
  expect(order.refunds).toMatchObject([{ user_id: shop.staff[0]?.id, return: { id: expect.any(Number) } }]);
});

test("an edit of nothing is refused on its page", async () => {
  const refused = await admin(`/orders/${order.id}/edit`, { note: "nothing" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("There is nothing to change.");
});

test("disputes are told only to an app that was given the scope for them", async () => {
  const path = `/orders/${order.id}/dispute`;
  await admin(path, { status: "open" });
  expect(bodies("disputes/create")).toEqual([]);
  expect((await admin("/apps")).text).toContain("Also allow read_shopify_payments_disputes");
  await admin("/apps/key/grant", { scope: "read_shopify_payments_disputes" });
  expect(bodies("app/scopes_update")).toMatchObject([
    { previous: ["read_orders"], current: ["read_orders", "read_shopify_payments_disputes"] },
  ]);
  await admin(path, { status: "won" });
  expect(bodies("disputes/update")).toMatchObject([{ order_id: order.id, status: "won" }]);
});
