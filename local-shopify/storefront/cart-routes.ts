import { Hono, type Context } from "hono";
import type { CommerceContext } from "../commerce/context.ts";
import type { Cart } from "../commerce/types.ts";
import { cartJson } from "./cart-json.ts";
import {
  addToCart,
  change,
  lineKey,
  replaceAttributes,
  setAttributes,
  setQuantity,
  type Addition,
} from "./cart.ts";
import { cartPage } from "./cart-page.ts";
import { countItems } from "./catalog-routes.ts";
import { storefrontPage } from "./page.ts";
import { asRecord, asText, asTexts, readBody } from "./read-body.ts";
import { findCart, keepLanding, newCart, openCart, pathInShop, readVisit, type Visit } from "./visit.ts";

/** The cart: its page and forms, and the Ajax API that themes and embeds call. */
export function cartRoutes(ctx: CommerceContext): Hono {
  const routes = new Hono();
  routes.get("/:shop/cart", (c) => {
    const visit = readVisit(ctx, c);
    keepLanding(c, visit);
    const cart = findCart(c, visit);
    const body = cartPage(visit, cart);
    return c.html(storefrontPage(visit, { title: "Cart", itemCount: countItems(cart), body }));
  });
  routes.post("/:shop/cart", async (c) => {
    const visit = readVisit(ctx, c);
    const body = await readBody(c);
    const cart = openCart(c, visit);
    updateCart(visit, cart, body);
    if (typeof body["discount"] === "string") enterCode(visit, cart, body["discount"]);
    return c.redirect("checkout" in body ? `${visit.root}checkout` : `${visit.root}cart`, 303);
  });
  routes.post("/:shop/cart/add", async (c) => {
    const visit = readVisit(ctx, c);
    addToCart(visit, openCart(c, visit), [addition(await readBody(c))]);
    return c.redirect(`${visit.root}cart`, 303);
  });
  routes.post("/:shop/checkouts/buy-now", async (c) => {
    const visit = readVisit(ctx, c);
    // "Buy it now" starts outside the cart, so what was kept in the cart's attributes is not in the order.
    const cart = newCart(visit);
    addToCart(visit, cart, [addition(await readBody(c))]);
    return c.redirect(`${visit.root}checkouts/${cart.token}`, 303);
  });
  routes.get("/:shop/discount/:code", (c) => {
    const visit = readVisit(ctx, c);
    enterCode(visit, openCart(c, visit), c.req.param("code"));
    const { searchParams } = new URL(c.req.url);
    const target = new URL(pathInShop(visit, searchParams.get("redirect") ?? "/"), visit.ctx.url);
    // Other parameters, such as a click id, go on to the page.
    searchParams.forEach((value, name) => {
      if (name !== "redirect") target.searchParams.append(name, value);
    });
    return c.redirect(`${target.pathname}${target.search}`);
  });
  ajaxRoutes(routes, ctx);
  return routes;
}

function ajaxRoutes(routes: Hono, ctx: CommerceContext): void {
  routes.get("/:shop/cart.js", (c) => answer(c, ctx, (visit, cart) => cartJson(visit, cart)));
  routes.post("/:shop/cart/add.js", async (c) => {
    const body = await readBody(c);
    const items = Array.isArray(body["items"]) ? body["items"].map(asRecord) : [body];
    return answer(c, ctx, (visit, cart) => {
      const additions = items.map(addition);
      addToCart(visit, cart, additions);
      const shown = cartJson(visit, cart)["items"];
      const added = Array.isArray(shown) ? shown.map(asRecord) : [];
      const wanted = additions.map((each) => added.find((item) => item["key"] === lineKey(each)));
      return Array.isArray(body["items"]) ? { items: wanted } : asRecord(wanted[0]);
    });
  });
  routes.post("/:shop/cart/update.js", async (c) => {
    const body = await readBody(c);
    return answer(c, ctx, (visit, cart) => {
      updateCart(visit, cart, body);
      return cartJson(visit, cart);
    });
  });
  // Behind `Shopify.actions.updateCart`, in place of the Storefront API.
  routes.post("/:shop/cart/actions/update", async (c) => {
    const body = await readBody(c);
    return answer(c, ctx, (visit, cart) => {
      const { attributes } = body;
      if (Array.isArray(attributes)) {
        const pairs = attributes.map(asRecord).map(({ key, value }) => [asText(key), asText(value)]);
        replaceAttributes(visit, cart, asTexts(Object.fromEntries(pairs)));
      }
      updateCart(visit, cart, { note: body["note"] });
      return cartJson(visit, cart);
    });
  });
  routes.post("/:shop/cart/change.js", async (c) => {
    const body = await readBody(c);
    return answer(c, ctx, (visit, cart) => {
      const id = cart.lines[Number(body["line"]) - 1]?.key ?? asText(body["id"]);
      setQuantity(visit, cart, id, Number(body["quantity"]));
      return cartJson(visit, cart);
    });
  });
  routes.post("/:shop/cart/clear.js", (c) =>
    answer(c, ctx, (visit, cart) => {
      change(visit, cart, () => {
        cart.lines = [];
      });
      return cartJson(visit, cart);
    }),
  );
}

function answer(c: Context, ctx: CommerceContext, work: (visit: Visit, cart: Cart) => object): Response {
  const visit = readVisit(ctx, c);
  return c.json(work(visit, openCart(c, visit)), 200, { "cache-control": "no-store" });
}

/** Changes by the cart's form or /cart/update.js: quantities, attributes, note. */
function updateCart(visit: Visit, cart: Cart, body: Record<string, unknown>): void {
  const { updates } = body;
  const named = Array.isArray(updates)
    ? updates.map((quantity, index) => [cart.lines[index]?.key ?? "", quantity] as const)
    : Object.entries(asRecord(updates));
  for (const [id, quantity] of named) setQuantity(visit, cart, id, Number(quantity));
  if (body["attributes"] !== undefined) setAttributes(visit, cart, asTexts(body["attributes"]));
  if (typeof body["note"] === "string") {
    const { note } = body;
    change(visit, cart, () => {
      cart.note = note;
    });
  }
}

function enterCode(visit: Visit, cart: Cart, code: string): void {
  const wanted = code.trim();
  change(visit, cart, () => {
    cart.discountCodes = wanted === "" ? [] : [wanted];
  });
}

function addition(body: Record<string, unknown>): Addition {
  const quantity = body["quantity"] === undefined ? 1 : Number(body["quantity"]);
  const plan = asText(body["selling_plan"]);
  const wanted = { variantId: Number(body["id"]), quantity, properties: asTexts(body["properties"]) };
  return plan === "" ? wanted : { ...wanted, sellingPlanId: Number(plan) };
}
