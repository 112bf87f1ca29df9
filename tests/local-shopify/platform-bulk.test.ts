import { expect, test } from "vitest";
import { refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import { askAdmin, demoShop, dig, installWithToken, shopOf, startPlatform } from "./platform-setup.ts";

const run = `mutation Run($query: String!, $grouped: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $grouped) {
    bulkOperation { id status url }
    userErrors { field message code }
  }
}`;

const state = `query State($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount url completedAt }
}`;

const orders = `{ orders(query: "created_at:>='2020-01-01T00:00:00Z'") { edges { node {
  id name refunds { id } lineItems { edges { node { id quantity } } }
} } } }`;

function buy(platform: LocalShopify, lines: number) {
  const variants = shopOf(platform).products.flatMap((product) => product.variants);
  return placeOrder(platform.ctx, demoShop, {
    lines: variants.slice(0, lines).map((variant) => ({ variantId: variant.id, quantity: 1 })),
    customer: { email: "guest@example.com" },
  });
}

async function start(platform: LocalShopify, token: string, query: string, grouped = true) {
  const { body } = await askAdmin(platform, token, run, { query, grouped });
  return dig(body, "data", "bulkOperationRunQuery");
}

async function waitFor(platform: LocalShopify, token: string, id: unknown) {
  for (;;) {
    const { body } = await askAdmin(platform, token, state, { id });
    const operation = dig(body, "data", "bulkOperation");
    const status = dig(operation, "status");
    if (status !== "CREATED" && status !== "RUNNING") return operation;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function fileOf(operation: unknown): Promise<unknown[]> {
  const text = await (await fetch(String(dig(operation, "url")))).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

test("a bulk query leaves a line for each object, children behind their parent where they are grouped", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const before = shopOf(platform).orders.length;
  const [first, second] = [buy(platform, 2), buy(platform, 1)];
  refundOrder(platform.ctx, demoShop, first.id, {
    lines: [{ lineItemId: first.line_items[0]?.id ?? 0, quantity: 1 }],
  });
  const started = await start(platform, token, orders);
  expect(started).toMatchObject({ bulkOperation: { status: "CREATED", url: null }, userErrors: [] });
  const done = await waitFor(platform, token, dig(started, "bulkOperation", "id"));
  expect(done).toMatchObject({ status: "COMPLETED", errorCode: null, rootObjectCount: String(before + 2) });
  const lines = await fileOf(done);
  const at = lines.findIndex((line) => dig(line, "id") === first.admin_graphql_api_id);
  expect(lines[at]).toEqual({
    id: first.admin_graphql_api_id,
    name: first.name,
    refunds: [{ id: expect.stringContaining("Refund") as string }],
  });
  expect(lines.slice(at + 1, at + 3)).toMatchObject(
    first.line_items.map(() => ({ quantity: 1, __parentId: first.admin_graphql_api_id })),
  );
  expect(lines[at + 3]).toMatchObject({ id: second.admin_graphql_api_id, refunds: [] });
});

test("an answer of several pages is read whole, and without grouping parents come first", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  for (let count = 0; count < 55; count += 1) buy(platform, 1);
  const total = shopOf(platform).orders.length;
  const started = await start(platform, token, orders, false);
  const done = await waitFor(platform, token, dig(started, "bulkOperation", "id"));
  expect(done).toMatchObject({ rootObjectCount: String(total) });
  const lines = await fileOf(done);
  expect(new Set(lines.map((line) => dig(line, "id"))).size).toBe(lines.length);
  expect(lines.slice(0, 50).every((line) => dig(line, "__parentId") === undefined)).toBe(true);
});

test.each([
  ["{ shop { name } }", "at least one connection"],
  ["{ nonsense }", "Invalid bulk query"],
  ["{ orders { edges { node { lineItems { edges { node { id } } } } } } }", "must select the 'id'"],
  [
    "{ orders { edges { node { id refunds { refundLineItems(first: 5) { edges { node { quantity } } } } } } } }",
    "within a list field",
  ],
])("the query %s is refused", async (query, why) => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  const answer = await start(platform, token, query);
  expect(dig(answer, "bulkOperation")).toBeNull();
  expect(JSON.stringify(dig(answer, "userErrors"))).toContain(why);
  expect(dig(answer, "userErrors", "0", "code")).toBe("INVALID");
});

test("a sixth operation at once is refused, and what the scopes forbid fails", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform);
  // In one request: on a busy machine the first of six requests has ended before the last arrives.
  const six = Array.from({ length: 6 }, (_, at) => {
    const answer = "bulkOperation { id } userErrors { code }";
    return `run${at}: bulkOperationRunQuery(query: $query, groupObjects: true) { ${answer} }`;
  });
  const document = `mutation Six($query: String!) { ${six.join(" ")} }`;
  const { body } = await askAdmin(platform, token, document, { query: orders });
  const started = six.map((_, place) => dig(body, "data", `run${place}`));
  const refused = started.filter((one) => dig(one, "bulkOperation") === null);
  expect(refused).toMatchObject([{ userErrors: [{ code: "OPERATION_IN_PROGRESS" }] }]);

  const other = await startPlatform();
  const poor = await installWithToken(other, ["read_products"]);
  const denied = await start(other, poor, orders);
  const done = await waitFor(other, poor, dig(denied, "bulkOperation", "id"));
  expect(done).toMatchObject({ status: "FAILED", errorCode: "ACCESS_DENIED", url: null });
});
