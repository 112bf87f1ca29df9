import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { storefrontRoutes } from "../../local-shopify/storefront/routes.ts";
import { commerceFixture, type CommerceFixture } from "./commerce-context.ts";

const domain = "demo-store.myshopify.com";
const root = `/shops/${domain}`;

/** A browser on one storefront: it keeps cookies, and follows no redirect by itself. */
function browser(fixture: CommerceFixture) {
  const app = new Hono().route("/shops", storefrontRoutes(fixture.ctx));
  const cookies = new Map<string, string>();
  async function go(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await app.request(`http://127.0.0.1:4000${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (value === "" || line.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
      expect(line).toContain(`Path=${root}/`);
    }
    return response;
  }
  const post = (path: string, fields: Record<string, string>): Promise<Response> =>
    go(path, { method: "POST", body: new URLSearchParams(fields) });
  const send = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json" };
    const response = await go(path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, ...Object(await response.json()) };
  };
  return { go, post, send, cookies };
}

const guest = {
  email: "robin.hale@shopper.example",
  firstName: "Robin",
  lastName: "Hale",
  address1: "9 Quarry Road",
  city: "Hudson",
  zip: "12534",
  action: "complete",
};

let fixture: CommerceFixture;
let visitor: ReturnType<typeof browser>;
beforeEach(() => {
  fixture = commerceFixture(domain);
  visitor = browser(fixture);
});

async function checkOut(fields: Record<string, string> = {}): Promise<Response> {
  const start = await visitor.go(`${root}/checkout`);
  return visitor.post(start.headers.get("location") ?? "", { ...guest, ...fields });
}

describe("a visit", () => {
  test("keeps its first page and external referrer, and the order carries them", async () => {
    const referer = "https://blog.example/mugs";
    await visitor.go(`${root}/products/stoneware-mug?ref=MAYA&aff_click=clk_1.s`, { headers: { referer } });
    await visitor.go(`${root}/?ref=OTHER`, { headers: { referer: "https://other.example/" } });
    await visitor.post(`${root}/cart/add`, { id: String(fixture.variant("Stoneware mug")), quantity: "2" });
    const paid = await checkOut();
    expect(paid.status).toBe(303);
    const [order] = fixture.shop.orders;
    expect(order).toMatchObject({
      landing_site: "/products/stoneware-mug?ref=MAYA&aff_click=clk_1.s",
      referring_site: referer,
      note_attributes: [],
      shipping_address: { city: "Hudson", country: "United States" },
    });
    expect(paid.headers.get("location")).toBe(`${root}/orders/${order?.token}`);
    const thanks = await visitor.go(`${root}/orders/${order?.token}`);
    expect(await thanks.text()).toContain("#1001");
    expect(visitor.cookies.has("cart")).toBe(false);
  });

  test("by a discount link has the code in the cart and takes the rest of the link along", async () => {
    const link = `${root}/discount/welcome10?redirect=%2Fproducts%2Fdesk-lamp%3Fa%3D1&aff_click=clk_9.s`;
    const led = await visitor.go(link);
    expect(led.headers.get("location")).toBe(`${root}/products/desk-lamp?a=1&aff_click=clk_9.s`);
    await visitor.post(`${root}/cart/add`, { id: String(fixture.price("Desk lamp", "84.00")) });
    const start = await visitor.go(`${root}/checkout`);
    const page = await visitor.go(start.headers.get("location") ?? "");
    expect(await page.text()).toContain("$8.40");
  });

  test("cannot be led off the shop by a discount link", async () => {
    for (const target of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const led = await visitor.go(`${root}/discount/X?redirect=${encodeURIComponent(target)}`);
      expect(led.headers.get("location")).toBe(`${root}/`);
    }
  });

  test("to a shop that is not there is a 404", async () => {
    const response = await visitor.go("/shops/nobody.myshopify.com/");
    expect(response.status).toBe(404);
  });
});

describe("the cart", () => {
  test("keeps a private attribute for the order and shows it to no script", async () => {
    const updated = await visitor.send(`${root}/cart/update.js`, {
      attributes: { __aff_click: "clk_1.s,clk_2.s", gift: "yes" },
    });
    expect(updated["attributes"]).toEqual({ gift: "yes" });
    expect(updated["token"]).toBe(visitor.cookies.get("cart"));
    await visitor.send(`${root}/cart/add.js`, { id: fixture.variant("Beeswax candle"), quantity: 1 });
    await checkOut();
    expect(fixture.shop.orders[0]?.note_attributes).toEqual([
      { name: "__aff_click", value: "clk_1.s,clk_2.s" },
      { name: "gift", value: "yes" },
    ]);
  });

  test("loses attributes that a standard action does not repeat, where the Ajax API merges them", async () => {
    await visitor.send(`${root}/cart/update.js`, { attributes: { __aff_click: "clk_1.s", gift: "yes" } });
    const attributes = [{ key: "wrap", value: "blue" }];
    const replaced = await visitor.send(`${root}/cart/actions/update`, { attributes });
    expect(replaced).toMatchObject({ status: 200, attributes: { wrap: "blue" } });
    await visitor.send(`${root}/cart/actions/update`, { note: "Ring twice" });
    await visitor.send(`${root}/cart/update.js`, { attributes: { __aff_click: "clk_2.s" } });
    await visitor.send(`${root}/cart/add.js`, { id: fixture.variant("Beeswax candle"), quantity: 1 });
    await checkOut();
    expect(fixture.shop.orders[0]).toMatchObject({
      note: "Ring twice",
      note_attributes: [
        { name: "wrap", value: "blue" },
        { name: "__aff_click", value: "clk_2.s" },
      ],
    });
  });

  test("changes by form and by script alike, and takes a line out at zero", async () => {
    const id = fixture.price("Canvas tote", "19.99");
    await visitor.send(`${root}/cart/add.js`, { items: [{ id, quantity: 2 }] });
    const added = await visitor.send(`${root}/cart/add.js`, { id, quantity: 1 });
    expect(added).toMatchObject({ quantity: 3, price: 1999, final_line_price: 5997 });
    const changed = await visitor.send(`${root}/cart/change.js`, { line: 1, quantity: 2 });
    expect(changed).toMatchObject({ item_count: 2, total_price: 3998, currency: "USD" });
    const gone = await visitor.send(`${root}/cart/update.js`, { updates: { [id]: 0 } });
    expect(gone).toMatchObject({ item_count: 0, items: [] });
  });

  test("refuses what it does not know, and changes nothing", async () => {
    const unknown = await visitor.send(`${root}/cart/add.js`, { id: 1, quantity: 1 });
    expect(unknown).toMatchObject({ status: 422, description: "Cannot find variant" });
    const negative = await visitor.send(`${root}/cart/add.js`, {
      id: fixture.variant("Desk lamp"),
      quantity: -1,
    });
    expect(negative["status"]).toBe(422);
    const cart = await visitor.go(`${root}/cart.js`);
    expect(await cart.json()).toMatchObject({ item_count: 0 });
  });

  test("is not what Buy it now pays for: such an order has no attributes", async () => {
    await visitor.send(`${root}/cart/update.js`, { attributes: { __aff_click: "clk_1.s" } });
    const id = String(fixture.variant("Desk lamp"));
    const start = await visitor.post(`${root}/checkouts/buy-now`, { id, quantity: "1" });
    await visitor.post(start.headers.get("location") ?? "", guest);
    expect(fixture.shop.orders[0]?.note_attributes).toEqual([]);
    expect(visitor.cookies.has("cart")).toBe(true);
  });
});

describe("the checkout", () => {
  beforeEach(async () => {
    await visitor.send(`${root}/cart/add.js`, { id: fixture.price("Stoneware mug", "24.00"), quantity: 1 });
  });

  test("names what is missing and places nothing", async () => {
    const answer = await checkOut({ email: "nobody", zip: "" });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain("Enter a valid email");
    expect(text).toContain("Enter a postal code");
    expect(fixture.shop.orders).toEqual([]);
  });

  test("takes an existing customer, a code, a tip, other shipping and payment later", async () => {
    const [maya] = fixture.shop.customers;
    const answer = await checkOut({
      customerId: String(maya?.id),
      code: "take5, FREESHIP",
      tip: "2.00",
      shipping: "Express",
      payment: "later",
    });
    expect(answer.status).toBe(303);
    // 24.00 − 5.00 = 19.00, tax 1.52, express 18.00 for free, tip 2.00.
    expect(fixture.shop.orders[0]).toMatchObject({
      customer: { id: maya?.id },
      total_price: "22.52",
      discount_codes: [{ code: "TAKE5" }, { code: "FREESHIP", amount: "18.00" }],
      financial_status: "pending",
    });
  });

  test("says why a code or a tip does not apply", async () => {
    expect(await (await checkOut({ code: "NONSENSE" })).text()).toContain("Enter a valid discount code");
    expect(await (await checkOut({ tip: "lots" })).text()).toContain("is not an amount in USD");
    expect(fixture.shop.orders).toEqual([]);
  });

  test("marks orders as tests where the merchant has said so", async () => {
    fixture.shop.settings.testOrders = true;
    await checkOut();
    expect(fixture.shop.orders[0]?.test).toBe(true);
  });
});

describe("the theme embed", () => {
  test("is on every page with its settings while it is switched on, and its script is there", async () => {
    const on = await (await visitor.go(`${root}/`)).text();
    expect(on).toContain('data-window-days="365"');
    const script = /<script src="([^"]+affiliate-embed\.js)" defer>/.exec(on)?.[1] ?? "";
    const asset = await visitor.go(script);
    expect(asset.status).toBe(200);
    expect(asset.headers.get("content-type")).toContain("text/javascript");
    fixture.shop.settings.themeEmbedSettings = { window_days: "7" };
    expect(await (await visitor.go(`${root}/`)).text()).toContain('data-window-days="7"');
    fixture.shop.settings.themeEmbed = false;
    expect(await (await visitor.go(`${root}/`)).text()).not.toContain("affiliate-embed");
  });

  test("serves nothing but assets", async () => {
    const outside = await visitor.go(`${root}/cdn/extensions/affiliate-embed/..%2Fshopify.extension.toml`);
    expect(outside.status).toBe(404);
  });
});

test("a subscription is chosen on the product's page and carried through the cart to the order", async () => {
  const plan = fixture.shop.sellingPlans?.[0];
  const id = String(fixture.variant("House coffee"));
  const page = await (await visitor.go(`${root}/products/house-coffee`)).text();
  expect(page).toContain(`name="selling_plan" value="${plan?.id}"`);
  expect(await (await visitor.go(`${root}/products/desk-lamp`)).text()).not.toContain("selling_plan");
  await visitor.post(`${root}/cart/add`, { id, selling_plan: String(plan?.id) });
  const once = await visitor.send(`${root}/cart/add.js`, { id, quantity: 2 });
  expect(once).toMatchObject({ quantity: 2 });
  expect(once).not.toHaveProperty("selling_plan_allocation");
  const cart = await visitor.send(`${root}/cart/add.js`, { id, selling_plan: plan?.id });
  expect(cart).toMatchObject({ quantity: 2, selling_plan_allocation: { selling_plan: { id: plan?.id } } });
  expect(await visitor.send(`${root}/cart/add.js`, { id, selling_plan: 5 })).toMatchObject({ status: 422 });
  await checkOut({ country: "NZ" });
  const order = fixture.shop.orders[0];
  expect(order?.line_items.map((line) => [line.quantity, line.selling_plan_id ?? null])).toEqual([
    [2, plan?.id],
    [2, null],
  ]);
  expect(order?.shipping_address).toMatchObject({ country: "New Zealand", country_code: "NZ" });
});

test("a country that the shop does not know is its own", async () => {
  await visitor.post(`${root}/cart/add`, { id: String(fixture.variant("Desk lamp")) });
  await checkOut({ country: "<b>" });
  expect(fixture.shop.orders[0]?.shipping_address?.country_code).toBe("US");
});
