import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOrderDelivery } from "#app/contracts/read-delivery.ts";
import { type OrderAnswer, orderDocument } from "#app/gateways/shopify/order-document.ts";
import { readOrderAnswer } from "#app/gateways/shopify/read-order-answer.ts";
import { cancelOrder, getOrder, refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { issueAccessToken } from "../../local-shopify/oauth/tokens.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";
import { addPlatformShop, startPlatform } from "../support/local-platform.ts";

const hashEmail = (email: string) => `hash of ${email.toLowerCase()}`;
const scopes = ["read_orders", "read_products", "read_customers", "read_discounts"];

let platform: LocalShopify;
let shop: ShopState;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  shop = addPlatformShop(platform);
  const installedAt = new Date().toISOString();
  platform.ctx.mutate(() => {
    shop.installation = { id: 1, scopes, installedAt, webPixel: null };
  });
  ({ token } = issueAccessToken(platform.ctx, { shop: shop.domain, scopes, staffId: null }, null));
});

afterAll(() => platform.close());

async function ask(orderId: number) {
  const response = await fetch(`${platform.url}/shops/${shop.domain}/admin/api/2026-10/graphql.json`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Shopify-Access-Token": token },
    body: JSON.stringify({ query: orderDocument, variables: { id: `gid://shopify/Order/${orderId}` } }),
  });
  const answer = (await response.json()) as { data?: { order: OrderAnswer }; errors?: unknown };
  expect(answer.errors).toBeUndefined();
  if (!answer.data) throw new Error("no data");
  return readOrderAnswer(answer.data.order, hashEmail);
}

function told(orderId: number) {
  const body = JSON.stringify(getOrder(platform.ctx, shop.domain, orderId));
  const news = readOrderDelivery("orders/updated", body, { hashEmail });
  if (news.kind !== "order") throw new Error("not an order");
  return news.facts;
}

/** The order's index at the customer is what only the platform's answer tells; a merge takes it apart from the rest. */
async function expectSame(orderId: number) {
  const [asked, heard] = [await ask(orderId), told(orderId)];
  expect({ ...asked, customerOrderIndex: null }).toEqual(heard);
  return heard;
}

function order(request: { tip?: string; codes?: boolean } = {}) {
  const [variant] = shop.products[0]?.variants ?? [];
  const code = shop.discounts[0]?.code;
  if (!variant || !code) throw new Error("The demo shop sells nothing.");
  return placeOrder(platform.ctx, shop.domain, {
    lines: [{ variantId: variant.id, quantity: 3 }],
    customer: { email: "Ada@customer.example", firstName: "Ada", lastName: "L" },
    attributes: { __aff_click: "clk_abc.def", gift: "yes" },
    landingSite: "/products/mug?ref=ADA&aff_click=clk_abc.def",
    ...(request.tip ? { tip: request.tip } : {}),
    ...(request.codes ? { discountCodes: [code] } : {}),
  });
}

describe("the two readers of an order yield the same facts (M10)", () => {
  it("for a plain order", async () => {
    const heard = await expectSame(order().id);
    expect(heard).toMatchObject({
      clickAttribute: "clk_abc.def",
      customerHash: "hash of ada@customer.example",
    });
  });

  it("with a discount code", async () => {
    expect((await expectSame(order({ codes: true }).id)).discountCodes).toHaveLength(1);
  });

  it("with a tip", async () => {
    await expectSame(order({ tip: "5.00" }).id);
  });

  it("after a refund of goods, of an amount, of shipping, and of one whose money has not moved", async () => {
    const { id, line_items: lines } = order();
    const lineId = lines[0]?.id ?? 0;
    refundOrder(platform.ctx, shop.domain, id, { lines: [{ lineItemId: lineId, quantity: 1 }] });
    await expectSame(id);
    refundOrder(platform.ctx, shop.domain, id, { amount: "1.00" });
    refundOrder(platform.ctx, shop.domain, id, { shipping: "all" });
    refundOrder(platform.ctx, shop.domain, id, {
      lines: [{ lineItemId: lineId, quantity: 1 }],
      transaction: "pending",
    });
    expect((await expectSame(id)).refunds).toHaveLength(4);
  });

  it("after a cancellation", async () => {
    const { id } = order();
    cancelOrder(platform.ctx, shop.domain, id, {});
    expect((await expectSame(id)).cancelledAt).not.toBeNull();
  });
});
