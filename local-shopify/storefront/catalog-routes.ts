import { Hono } from "hono";
import { html, raw } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { CommerceContext } from "../commerce/context.ts";
import { parseAmount } from "../commerce/money.ts";
import { plansOf } from "../commerce/quote.ts";
import type { Product } from "../commerce/types.ts";
import { showMoney, storefrontPage, type Html } from "./page.ts";
import { findCart, keepLanding, readVisit, type Visit } from "./visit.ts";

/** The storefront's first page and its product pages. */
export function catalogRoutes(ctx: CommerceContext): Hono {
  const routes = new Hono();
  routes.get("/:shop", (c) => c.redirect(`${readVisit(ctx, c).root}${new URL(c.req.url).search}`));
  routes.get("/:shop/", (c) => {
    const visit = readVisit(ctx, c);
    keepLanding(c, visit);
    const itemCount = countItems(findCart(c, visit));
    return c.html(storefrontPage(visit, { title: "Products", itemCount, body: grid(visit) }));
  });
  routes.get("/:shop/collections/:collection?", (c) => {
    const visit = readVisit(ctx, c);
    return c.redirect(`${visit.root}${new URL(c.req.url).search}`);
  });
  routes.get("/:shop/products/:handle", (c) => {
    const visit = readVisit(ctx, c);
    const product = visit.commerce.products.find((each) => each.handle === c.req.param("handle"));
    if (!product) throw new HTTPException(404, { message: "This shop has no such product." });
    keepLanding(c, visit);
    const itemCount = countItems(findCart(c, visit));
    return c.html(storefrontPage(visit, { title: product.title, itemCount, body: details(visit, product) }));
  });
  return routes;
}

export function countItems(cart: { lines: { quantity: number }[] } | null): number {
  return (cart?.lines ?? []).reduce((count, line) => count + line.quantity, 0);
}

function grid(visit: Visit): Html {
  return html`<h1>Everyday things, made well</h1>
    <ul class="grid">
      ${visit.commerce.products.map(
        (product) =>
          html`<li>
            <a href="${visit.root}products/${product.handle}">
              <span class="picture">${raw(product.imageSvg)}</span>
              <span class="title">${product.title}</span>
              <span class="soft">${priceRange(visit, product)}</span>
            </a>
          </li>`,
      )}
    </ul>`;
}

function details(visit: Visit, product: Product): Html {
  const { currency, taxesIncluded } = visit.commerce.settings;
  return html`<div class="product">
    <div class="picture">${raw(product.imageSvg)}</div>
    <div>
      <p class="soft">${product.vendor}</p>
      <h1>${product.title}</h1>
      <p class="price">${priceRange(visit, product)}</p>
      <p>${product.description}</p>
      <form class="stack" method="post" action="${visit.root}cart/add">
        <label
          >Variant
          <select name="id">
            ${product.variants.map(
              (variant) =>
                html`<option value="${variant.id}">
                  ${variant.title === "Default Title" ? product.title : variant.title},
                  ${showMoney(parseAmount(variant.price, currency), currency)}
                </option>`,
            )}
          </select>
        </label>
        ${purchaseChoice(visit, product)}
        <label>Quantity <input name="quantity" type="number" min="1" max="999" value="1" required /></label>
        <button class="main">Add to cart</button>
        <button formaction="${visit.root}checkouts/buy-now">Buy it now</button>
      </form>
      <p class="soft">${taxesIncluded ? "Tax included." : "Tax is added at the checkout."}</p>
    </div>
  </div>`;
}

/** Once, or again and again; nothing to choose for a product without a subscription. */
function purchaseChoice(visit: Visit, product: Product): Html {
  const plans = plansOf(visit.commerce, product.id);
  if (plans.length === 0) return html``;
  return html`<fieldset>
    <legend>How often</legend>
    <label class="choice"><input type="radio" name="selling_plan" value="" checked /> Just once</label>
    ${plans.map(
      (plan) =>
        html`<label class="choice">
          <input type="radio" name="selling_plan" value="${plan.id}" /> Subscribe: ${plan.name.toLowerCase()}
        </label>`,
    )}
  </fieldset>`;
}

function priceRange(visit: Visit, product: Product): string {
  const { currency } = visit.commerce.settings;
  const prices = product.variants.map((variant) => parseAmount(variant.price, currency));
  const lowest = prices.reduce((low, price) => (price < low ? price : low), prices[0] ?? 0n);
  const shown = showMoney(lowest, currency);
  return prices.some((price) => price !== lowest) ? `From ${shown}` : shown;
}
