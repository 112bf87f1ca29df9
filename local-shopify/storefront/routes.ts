import { Hono } from "hono";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { CommerceContext } from "../commerce/context.ts";
import { CommerceRefusal } from "../commerce/refusal.ts";
import { assetRoutes } from "./asset-routes.ts";
import { cartRoutes } from "./cart-routes.ts";
import { catalogRoutes } from "./catalog-routes.ts";
import { checkoutRoutes } from "./checkout-routes.ts";

/** Every page of the shops' storefronts, below /shops/:shop. */
export function storefrontRoutes(ctx: CommerceContext): Hono {
  const routes = new Hono();
  routes.route("/", assetRoutes(ctx));
  routes.route("/", cartRoutes(ctx));
  routes.route("/", checkoutRoutes(ctx));
  routes.route("/", catalogRoutes(ctx));
  routes.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 422;
    if (!(error instanceof CommerceRefusal) && !(error instanceof HTTPException)) throw error;
    // The Ajax API answers its refusals as the platform does, with a status and a sentence.
    if (c.req.path.endsWith(".js")) {
      return c.json({ status, message: "Cart Error", description: error.message }, status);
    }
    return c.html(
      html`<!doctype html><title>Sorry</title>
        <p role="alert">${error.message}</p>`,
      status,
    );
  });
  return routes;
}
