import { expect, test } from "vitest";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { askAdmin, demoShop, dig, installWithToken, shopOf, startPlatform } from "./platform-setup.ts";

const dayMs = 86_400_000;

async function openPlatform(scopes?: string[]) {
  let at = Date.parse("2026-11-01T00:00:00Z");
  const platform = await startPlatform({ now: () => new Date(at) });
  const token = await installWithToken(platform, scopes);
  const ask = async (document: string, variables: Record<string, unknown> = {}) =>
    (await askAdmin(platform, token, document, variables)).body;
  const later = (days: number) => {
    at += days * dayMs;
  };
  return { platform, token, shop: shopOf(platform), ask, later };
}

type Opened = Awaited<ReturnType<typeof openPlatform>>;

function sell({ platform, shop }: Opened): string {
  const variantId = shop.products.find((one) => !one.giftCard)?.variants[0]?.id ?? 0;
  const lines = [{ variantId, quantity: 1 }];
  return placeOrder(platform.ctx, demoShop, { lines, customer: null }).admin_graphql_api_id;
}

const orderById = "query ($id: ID!) { order(id: $id) { id } }";
const orders = "{ orders(first: 10) { nodes { id } } }";

test("an order older than 60 days is hidden, by its id and in lists", async () => {
  const store = await openPlatform();
  const id = sell(store);
  store.later(59);
  const newer = sell(store);
  const ask = async (document: string) => {
    // Tokens live an hour.
    const token = await installWithToken(store.platform);
    return (await askAdmin(store.platform, token, document, { id })).body["data"];
  };
  expect(await ask(orders)).toEqual({ orders: { nodes: [{ id }, { id: newer }] } });
  store.later(2);
  expect(await ask(orderById)).toEqual({ order: null });
  expect(await ask(orders)).toEqual({ orders: { nodes: [{ id: newer }] } });
});

test("an app with read_all_orders sees older orders", async () => {
  const scopes = ["read_orders", "read_all_orders"];
  const store = await openPlatform(scopes);
  const id = sell(store);
  store.later(100);
  const token = await installWithToken(store.platform, scopes);
  expect((await askAdmin(store.platform, token, orderById, { id })).body["data"]).toEqual({ order: { id } });
});

const cost = (answer: unknown, name: string) => dig(answer, "extensions", "cost", name);

test("requests cost what live stores were recorded to charge", async () => {
  const { ask } = await openPlatform();
  const requested = async (document: string, variables = {}) =>
    cost(await ask(document, variables), "requestedQueryCost");
  const id = "gid://shopify/DiscountCodeNode/1";
  expect(await requested(`{ codeDiscountNodeByCode(code: "X") { id } }`)).toBe(1);
  expect(
    await requested(`{ codeDiscountNode(id: "${id}") { id codeDiscount { __typename } }
      codeDiscountNodeByCode(code: "X") { id } }`),
  ).toBe(3);
  expect(
    await requested(`mutation { discountCodeDeactivate(id: "${id}") {
      codeDiscountNode { id codeDiscount { __typename } } userErrors { message } } }`),
  ).toBe(11);
  expect(
    await requested(`mutation {
      one: discountCodeActivate(id: "${id}") { codeDiscountNode { id } userErrors { message } }
      two: discountCodeDeactivate(id: "${id}") { codeDiscountNode { id } userErrors { message } } }`),
  ).toBe(20);
});

const dear = `{ products(first: 20) { nodes { id collections(first: 40) { nodes { id } } } } }`;

test("a request over 1,000 points is refused and costs nothing", async () => {
  const { ask } = await openPlatform();
  const answer = await ask(dear.replace("40", "60"));
  expect(dig(answer, "errors", "0", "extensions", "code")).toBe("MAX_COST_EXCEEDED");
  const next = cost(await ask("{ shop { name } }"), "throttleStatus");
  // Its own point may be back within milliseconds.
  expect(Number(dig(next, "currentlyAvailable"))).toBeGreaterThanOrEqual(1999);
});

test("requests beyond the 2,000 points of the bucket are throttled until it has refilled", async () => {
  const { ask } = await openPlatform();
  const activate = 'discountCodeActivate(id: "gid://shopify/DiscountCodeNode/1") { userErrors { message } }';
  const hundred = `mutation { ${Array.from({ length: 100 }, (_, index) => `a${index}: ${activate}`).join(" ")} }`;
  expect(cost(await ask(hundred), "requestedQueryCost")).toBe(1000);
  expect(cost(await ask(hundred), "actualQueryCost")).toBe(1000);
  const third = await ask(hundred);
  expect(dig(third, "errors", "0", "extensions", "code")).toBe("THROTTLED");
  expect(cost(third, "throttleStatus")).toMatchObject({ maximumAvailable: 2000, restoreRate: 100 });
  expect(Number(dig(cost(third, "throttleStatus"), "currentlyAvailable"))).toBeLessThan(900);
  const isAnswered = async () => (await ask("{ shop { name } }"))["data"] !== undefined;
  await expect.poll(isAnswered, { timeout: 5_000 }).toBe(true);
});

test("a retired API version is answered by the supported one, which a header names", async () => {
  const { platform, token } = await openPlatform();
  const askVersion = async (version: string) => {
    const answer = await fetch(`${platform.url}/shops/${demoShop}/admin/api/${version}/graphql.json`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Shopify-Access-Token": token },
      body: JSON.stringify({ query: "{ shop { name } }" }),
    });
    return [answer.status, answer.headers.get("X-Shopify-API-Version")];
  };
  expect(await askVersion("2026-10")).toEqual([200, "2026-10"]);
  expect(await askVersion("2024-01")).toEqual([200, "2026-10"]);
  expect(await askVersion("2027-01")).toEqual([404, null]);
  expect(await askVersion("latest")).toEqual([404, null]);
});
