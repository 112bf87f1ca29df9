import { expect, test } from "vitest";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { refundOrder } from "../../local-shopify/commerce/change-order.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import {
  askAdmin,
  demoShop,
  dig,
  installWithToken,
  postJson,
  shopOf,
  startPlatform,
} from "./platform-setup.ts";

function buy(platform: LocalShopify, quantity: number) {
  const variantId = shopOf(platform).products[0]?.variants[0]?.id ?? 0;
  return placeOrder(platform.ctx, demoShop, {
    lines: [{ variantId, quantity }],
    attributes: { __aff_click: "clk_1" },
    customer: { email: "guest@example.com" },
    landingSite: "/?ref=ADA",
  });
}

test("a changed selection changes the answer", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const small = await askAdmin(platform, token, "{ shop { name } }");
  expect(small.body["data"]).toEqual({ shop: { name: "Demo Store" } });
  const large = await askAdmin(platform, token, "{ shop { currencyCode taxesIncluded ianaTimezone } }");
  expect(large.body["data"]).toEqual({
    shop: { currencyCode: "USD", taxesIncluded: false, ianaTimezone: "America/New_York" },
  });
  expect(large.body["extensions"]).toHaveProperty("cost.throttleStatus.maximumAvailable");
});

test("what the schema has and the platform does not is refused loudly, never answered with null", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const known = await askAdmin(platform, token, "{ shop { features { storefront } } }");
  expect(JSON.stringify(known.body["errors"])).toContain("does not implement Shop.features");
  const root = await askAdmin(platform, token, "{ draftOrders(first: 1) { nodes { id } } }");
  expect(JSON.stringify(root.body["errors"])).toContain("does not implement QueryRoot.draftOrders");
  const unknown = await askAdmin(platform, token, "{ shop { nonsense } }");
  expect(JSON.stringify(unknown.body["errors"])).toContain('Cannot query field \\"nonsense\\"');
});

test("an order is answered from the object its webhooks carry", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const order = buy(platform, 2);
  const refundId = order.line_items[0]?.id ?? 0;
  refundOrder(platform.ctx, demoShop, order.id, { lines: [{ lineItemId: refundId, quantity: 1 }] });
  const query = `query Order($id: ID!) { order(id: $id) {
    id name test cancelledAt displayFinancialStatus sourceName
    customAttributes { key value }
    totalPriceSet { shopMoney { amount currencyCode } }
    currentTotalPriceSet { shopMoney { amount } }
    customer { id }
    lineItems(first: 5) { nodes { quantity currentQuantity originalUnitPriceSet { shopMoney { amount } } } }
    refunds { refundLineItems(first: 5) { nodes { quantity lineItem { id } subtotalSet { shopMoney { amount } } } } }
    customerJourneySummary { ready customerOrderIndex lastVisit { referralCode landingPage } }
  } }`;
  const { body } = await askAdmin(platform, token, query, { id: order.admin_graphql_api_id });
  expect(body["errors"]).toBeUndefined();
  const price = order.line_items[0]?.price;
  expect(body["data"]).toMatchObject({
    order: {
      id: order.admin_graphql_api_id,
      name: "#1001",
      test: false,
      cancelledAt: null,
      displayFinancialStatus: "PARTIALLY_REFUNDED",
      sourceName: "web",
      customAttributes: [{ key: "__aff_click", value: "clk_1" }],
      totalPriceSet: { shopMoney: { amount: order.total_price, currencyCode: "USD" } },
      customer: { id: `gid://shopify/Customer/${order.customer?.id}` },
      lineItems: {
        nodes: [{ quantity: 2, currentQuantity: 1, originalUnitPriceSet: { shopMoney: { amount: price } } }],
      },
      refunds: [
        { refundLineItems: { nodes: [{ quantity: 1, subtotalSet: { shopMoney: { amount: price } } }] } },
      ],
      customerJourneySummary: {
        ready: true,
        customerOrderIndex: 1,
        lastVisit: { referralCode: "ADA", landingPage: `${platform.url}/shops/${demoShop}/?ref=ADA` },
      },
    },
  });
});

test("orders are paged by cursor and found by when they changed", async () => {
  let now = new Date("2026-11-20T12:00:00Z");
  const platform = await startPlatform({ now: () => now });
  const token = await installWithToken(platform);
  for (let count = 0; count < 3; count += 1) {
    buy(platform, 1);
    now = new Date(now.getTime() + 60_000);
  }
  const query = `query Page($after: String, $query: String) {
    orders(first: 2, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { name } pageInfo { hasNextPage endCursor } } }`;
  const first = await askAdmin(platform, token, query);
  expect(first.body["data"]).toMatchObject({
    orders: { nodes: [{ name: "#1001" }, { name: "#1002" }], pageInfo: { hasNextPage: true } },
  });
  const after = dig(first.body, "data", "orders", "pageInfo", "endCursor");
  const second = await askAdmin(platform, token, query, { after });
  expect(second.body["data"]).toMatchObject({
    orders: { nodes: [{ name: "#1003" }], pageInfo: { hasNextPage: false } },
  });
  const late = await askAdmin(platform, token, query, { query: "updated_at:>='2026-11-20T12:01:00Z'" });
  expect(late.body["data"]).toMatchObject({ orders: { nodes: [{ name: "#1002" }, { name: "#1003" }] } });
  const either = await askAdmin(platform, token, query, {
    query: "test:true AND name:1001 OR updated_at:>='2026-11-20T12:02:00Z'",
  });
  expect(either.body["data"]).toMatchObject({ orders: { nodes: [{ name: "#1003" }] } });
  const odd = await askAdmin(platform, token, query, { query: "risk_level:high" });
  expect(JSON.stringify(odd.body["errors"])).toContain('does not implement the filter \\"risk_level\\"');
});

const createCode = `mutation Create($input: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`;

function codeInput(code: string) {
  return {
    input: {
      title: "Ada's code",
      code,
      startsAt: "2026-01-01T00:00:00Z",
      context: { all: "ALL" },
      customerGets: { value: { percentage: 0.15 }, items: { all: true } },
    },
  };
}

test("a mutation changes what later queries answer", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const created = await askAdmin(platform, token, createCode, codeInput("ADA15"));
  const payload = dig(created.body, "data", "discountCodeBasicCreate");
  expect(dig(payload, "userErrors")).toEqual([]);
  const id = String(dig(payload, "codeDiscountNode", "id"));

  const find = `{ codeDiscountNodeByCode(code: "ada15") { id codeDiscount { ... on DiscountCodeBasic {
    title status customerGets { value { ... on DiscountPercentage { percentage } } } } } } }`;
  expect((await askAdmin(platform, token, find)).body["data"]).toEqual({
    codeDiscountNodeByCode: {
      id,
      codeDiscount: { title: "Ada's code", status: "ACTIVE", customerGets: { value: { percentage: 0.15 } } },
    },
  });

  await askAdmin(
    platform,
    token,
    `mutation { discountCodeDeactivate(id: "${id}") { userErrors { message } } }`,
  );
  expect(JSON.stringify((await askAdmin(platform, token, find)).body)).toContain("EXPIRED");
  await askAdmin(platform, token, `mutation { discountCodeDelete(id: "${id}") { deletedCodeDiscountId } }`);
  expect((await askAdmin(platform, token, find)).body["data"]).toEqual({ codeDiscountNodeByCode: null });
});

test("a taken code is refused in the platform's own words and makes nothing", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  await askAdmin(platform, token, createCode, codeInput("ADA15"));
  const before = shopOf(platform).discounts.length;
  const again = await askAdmin(platform, token, createCode, codeInput("ada15"));
  expect(again.body["data"]).toEqual({
    discountCodeBasicCreate: {
      codeDiscountNode: null,
      userErrors: [
        {
          field: ["basicCodeDiscount", "code"],
          message: "Code must be unique. Please try a different code.",
          code: "TAKEN",
        },
      ],
    },
  });
  expect(shopOf(platform).discounts.length).toBe(before);
});

test("a field beyond the granted scopes is denied", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform, ["read_products"]);
  const denied = await askAdmin(platform, token, createCode, codeInput("ADA15"));
  expect(JSON.stringify(denied.body["errors"])).toContain("ACCESS_DENIED");
  const orders = await askAdmin(platform, token, "{ orders(first: 1) { nodes { id } } }");
  expect(JSON.stringify(orders.body["errors"])).toContain("Access denied for orders field");
  expect(
    (await askAdmin(platform, token, "{ products(first: 1) { nodes { id } } }")).body["errors"],
  ).toBeUndefined();
});

test("another shop's token or none is 401, whatever is asked", async () => {
  const platform = await startPlatform();
  await installWithToken(platform);
  const answer = await askAdmin(platform, "shpat_made_up", "{ shop { name } }");
  expect(answer).toMatchObject({ status: 401, body: { errors: expect.stringContaining("Invalid API key") } });
});

test("the switches make the API throttle and fail", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  await postJson(`${platform.url}/__switches`, { graphql: "throttled" });
  const throttled = await askAdmin(platform, token, "{ shop { name } }");
  expect(throttled.status).toBe(200);
  expect(JSON.stringify(throttled.body)).toContain('"code":"THROTTLED"');
  await postJson(`${platform.url}/__switches`, { graphql: "error" });
  expect((await askAdmin(platform, token, "{ shop { name } }")).status).toBe(500);
  expect((await postJson(`${platform.url}/__switches`, { nonsense: 1 })).status).toBe(400);
});

test("uninstalling itself ends the token that asked for it", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const answer = await askAdmin(
    platform,
    token,
    "mutation { appUninstall { app { title } userErrors { message } } }",
  );
  expect(answer.body["data"]).toEqual({ appUninstall: { app: { title: "Test App" }, userErrors: [] } });
  expect((await askAdmin(platform, token, "{ shop { name } }")).status).toBe(401);
});

test("a tip is known in shop currency, a refund in the shopper's; both are answered in both", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const shop = shopOf(platform);
  shop.settings.presentment = [{ currency: "EUR", rate: "0.5" }];
  shop.settings.taxRateBps = 0;
  const [product] = shop.products;
  if (product?.variants[0] === undefined) throw new Error("no product");
  product.variants[0].price = "20.00";
  const order = placeOrder(platform.ctx, demoShop, {
    lines: [{ variantId: product.variants[0].id, quantity: 1 }],
    customer: { email: "guest@example.com" },
    presentmentCurrency: "EUR",
    tip: "2.00",
  });
  refundOrder(platform.ctx, demoShop, order.id, { amount: "4.00" });
  const bag = "{ shopMoney { amount } presentmentMoney { amount currencyCode } }";
  const query = `{ order(id: "${order.admin_graphql_api_id}") {
    totalTipReceivedSet ${bag} totalRefundedSet ${bag} } }`;
  const { body } = await askAdmin(platform, token, query);
  expect(body["data"]).toEqual({
    order: {
      totalTipReceivedSet: {
        shopMoney: { amount: "2.00" },
        presentmentMoney: { amount: "1.00", currencyCode: "EUR" },
      },
      totalRefundedSet: {
        shopMoney: { amount: "4.00" },
        presentmentMoney: { amount: "2.00", currencyCode: "EUR" },
      },
    },
  });
});
