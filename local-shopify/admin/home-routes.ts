import { Hono } from "hono";
import { html } from "hono/html";
import { shopName, type LocalContext } from "../context.ts";
import { renderAdmin } from "./layout.ts";
import { readField, requireStore } from "./require-store.ts";
import { switchStaff } from "./staff.ts";

/** The first page of a store's admin, who is signed in, and the addresses of the older admin. */
export function adminHomeRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name", (c) => {
    const shop = requireStore(ctx, c);
    const root = `/store/${shopName(shop.domain)}`;
    const body = html`<section class="card">
        <h2>Your store</h2>
        <p>
          ${shop.orders.length} orders, ${shop.products.length} products, ${shop.customers.length} customers.
        </p>
        <p class="row">
          <a class="button" href="/shops/${shop.domain}/">View storefront</a>
          <a class="button" href="${root}/orders">Orders</a>
        </p>
      </section>
      <section class="card">
        <h2>${ctx.app.name}</h2>
        <p>${shop.installation === null ? "Not installed yet." : "Installed."}</p>
        <p class="row">
          ${
            shop.installation === null
              ? html`<a class="button primary" href="${root}/apps">Install it</a>`
              : html`<a class="button primary" href="${root}/apps/${ctx.app.apiKey}">Open</a>`
          }
        </p>
      </section>`;
    return c.html(renderAdmin(ctx, c, shop, { title: "Home", section: "home", body }));
  });
  routes.post("/:name/staff", async (c) => {
    const shop = requireStore(ctx, c);
    switchStaff(c, shop, Number(await readField(c, "staffId")));
    const back = await readField(c, "back");
    return c.redirect(back.startsWith(`/store/${shopName(shop.domain)}`) ? back : "/", 303);
  });
  return routes;
}

/** `https://{shop}/admin/…` is the same admin as `https://admin.shopify.com/store/{name}/…`. */
export function olderAdminRoutes(): Hono {
  const routes = new Hono();
  routes.get("/:shop/admin/*", (c) => {
    const { pathname, search } = new URL(c.req.url);
    const rest = pathname.slice(pathname.indexOf("/admin") + "/admin".length);
    return c.redirect(`/store/${shopName(c.req.param("shop"))}${rest}${search}`);
  });
  return routes;
}
