import { Hono } from "hono";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import { CommerceRefusal } from "../commerce/refusal.ts";
import type { LocalContext } from "../context.ts";
import { customersRoutes } from "./customers-routes.ts";
import { discountsRoutes } from "./discounts-routes.ts";
import { goodsRoutes } from "./goods-routes.ts";
import { renderPlain } from "./layout.ts";
import { onlineStoreRoutes } from "./online-store-routes.ts";
import { ordersRoutes } from "./orders-routes.ts";
import { productsRoutes } from "./products-routes.ts";

/** The admin's pages about selling, below /store/:name. */
export function adminCommerceRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.route("/", ordersRoutes(ctx));
  routes.route("/", productsRoutes(ctx));
  routes.route("/", goodsRoutes(ctx));
  routes.route("/", customersRoutes(ctx));
  routes.route("/", discountsRoutes(ctx));
  routes.route("/", onlineStoreRoutes(ctx));
  routes.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (!(error instanceof CommerceRefusal)) throw error;
    const body = html`<p class="card" role="alert">${error.message}</p>
      <p><a href="${c.req.header("referer") ?? "/"}">Back</a></p>`;
    return c.html(renderPlain("That did not work", body), 422);
  });
  return routes;
}
