import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { z } from "zod";

const script = readFileSync("extensions/affiliate-embed/assets/affiliate-embed.js", "utf8");
const dayMs = 86_400_000;

type Consent = "unasked" | "given" | "refused";
type Visit = { path: string; kept?: Record<string, string>; consent?: Consent; cart?: string };

const bodyShape = z.object({ attributes: z.object({ __aff_click: z.string() }) });
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** One page of a storefront with the embed on it. The store itself is the boundary that is played here. */
async function visit({ path, kept = {}, consent = "unasked", cart = "cart-1" }: Visit) {
  const dom = new JSDOM('<div id="affiliate-embed" data-window-days="30"></div>', {
    url: `https://demo-store.myshopify.com${path}`,
    runScripts: "outside-only",
  });
  const written: string[] = [];
  let state = consent;
  const isAllowed = () => state === "given";
  const { window } = dom;
  window.document.cookie = `cart=${cart}`;
  for (const [key, value] of Object.entries(kept)) window.localStorage.setItem(key, value);
  Object.assign(window, {
    fetch: (url: string, init?: { body?: string }) => {
      if (url === "/en/cart/update.js") {
        written.push(bodyShape.parse(JSON.parse(init?.body ?? "{}")).attributes.__aff_click);
      }
      return Promise.resolve({ ok: true, json: () => Promise.resolve({ token: cart }) });
    },
    Shopify: {
      routes: { root: "/en/" },
      ...(consent !== "unasked" && {
        loadFeatures: (_features: unknown, done: () => void) => done(),
        customerPrivacy: {
          marketingAllowed: isAllowed,
          analyticsProcessingAllowed: isAllowed,
          saleOfDataAllowed: isAllowed,
        },
      }),
    },
  });
  window.eval(script);
  await settle();
  return {
    written,
    store: () =>
      Object.fromEntries(
        Object.keys(window.localStorage).map((key) => [key, window.localStorage.getItem(key) ?? ""]),
      ),
    decide: async (decision: Consent) => {
      state = decision;
      window.document.dispatchEvent(new window.Event("visitorConsentCollected"));
      await settle();
    },
  };
}

const clicksIn = (kept: Record<string, string>): unknown[] =>
  z.array(z.unknown()).parse(JSON.parse(kept["aff_clicks"] ?? "[]"));

test("it weighs less than 3 kB on every page of the store", () => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(3000);
});

test("a landing's click is kept and written to the cart", async () => {
  const page = await visit({ path: "/products/tea?ref=ANNA&aff_click=clk_1.sig" });
  expect(page.written).toEqual(["clk_1.sig"]);
  expect(clicksIn(page.store())).toMatchObject([{ id: "clk_1.sig", ref: "ANNA" }]);
});

test("a visit without an affiliate writes nothing", async () => {
  const page = await visit({ path: "/products/tea" });
  expect(page.written).toEqual([]);
  expect(clicksIn(page.store())).toEqual([]);
});

test("the cart names the first and the latest click", async () => {
  let kept: Record<string, string> = {};
  let written: string[] = [];
  for (const id of ["clk_1", "clk_2", "clk_3"]) {
    // Each visit starts from what the one before it kept.
    const page = await visit({ path: `/?aff_click=${id}`, kept });
    kept = page.store();
    ({ written } = page);
  }
  expect(written).toEqual(["clk_1,clk_3"]);
});

test("a later page writes again only when the cart is another one", async () => {
  const landing = await visit({ path: "/?aff_click=clk_1", cart: "cart-1" });
  const same = await visit({ path: "/products/tea", kept: landing.store(), cart: "cart-1" });
  const other = await visit({ path: "/products/tea", kept: landing.store(), cart: "cart-2" });
  expect(same.written).toEqual([]);
  expect(other.written).toEqual(["clk_1"]);
});

test("a click older than the window is forgotten", async () => {
  const at = Date.now() - 31 * dayMs;
  const kept = { aff_clicks: JSON.stringify([{ id: "clk_old", ref: "", at }]) };
  const page = await visit({ path: "/products/tea", kept });
  expect(page.written).toEqual([]);
  expect(clicksIn(page.store())).toEqual([]);
});

test("nothing is kept before the visitor agrees, and then this landing is", async () => {
  const page = await visit({ path: "/?aff_click=clk_1", consent: "refused" });
  expect(page.store()).toEqual({});
  expect(page.written).toEqual([]);
  await page.decide("given");
  expect(page.written).toEqual(["clk_1"]);
});

test("who takes the consent back is forgotten", async () => {
  const page = await visit({ path: "/?aff_click=clk_1", consent: "given" });
  expect(clicksIn(page.store())).toHaveLength(1);
  await page.decide("refused");
  expect(page.store()).toEqual({});
});

test("hostile text in the address goes nowhere", async () => {
  const page = await visit({ path: "/?aff_click=%22%3Cscript%3E&ref=a,b" });
  expect(page.written).toEqual([]);
  expect(clicksIn(page.store())).toEqual([]);
});
