/** Every address of the local PayPal on one page. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { html } from "hono/html";
import { activityRoutes } from "./admin/activity-routes.ts";
import { batchRoutes } from "./admin/batch-routes.ts";
import { renderPage } from "./admin/page.ts";
import { settingsRoutes } from "./admin/settings-routes.ts";
import { faultGate, type Bindings } from "./api/fault-gate.ts";
import { payoutRoutes } from "./api/payout-routes.ts";
import { reportRoutes } from "./api/report-routes.ts";
import { requireToken, tokenRoutes } from "./api/token-routes.ts";
import { certificateRoutes, webhookRoutes } from "./api/webhook-routes.ts";
import { metaRoutes } from "./meta-routes.ts";
import type { PaypalContext } from "./context.ts";

const style = readFileSync(new URL("admin/paypal.css", import.meta.url), "utf8");

/** The API under /v1, the pages for people, and what tests ask under /_local. */
export function makeRoutes(ctx: PaypalContext): Hono<Bindings> {
  const routes = new Hono<Bindings>();
  routes.route("/", certificateRoutes(ctx));
  routes.use("/v1/*", faultGate(ctx));
  routes.route("/", tokenRoutes(ctx));
  routes.use("/v1/*", requireToken(ctx));
  routes.route("/", payoutRoutes(ctx));
  routes.route("/", webhookRoutes(ctx));
  routes.route("/", reportRoutes(ctx));
  routes.route("/", metaRoutes(ctx));
  routes.get("/paypal.css", (c) => c.body(style, 200, { "content-type": "text/css; charset=utf-8" }));
  routes.route("/", batchRoutes(ctx));
  routes.route("/", settingsRoutes(ctx));
  routes.route("/", activityRoutes(ctx));
  routes.notFound((c) =>
    c.html(
      renderPage("Not found", html`<p class="card">The local PayPal has nothing at ${c.req.path}.</p>`),
      404,
    ),
  );
  return routes;
}
