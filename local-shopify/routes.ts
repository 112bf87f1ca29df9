/** Every address of the local platform on one page. */
import { readFileSync } from "node:fs";
import { Hono, type Handler } from "hono";
import { html } from "hono/html";
import { appRoutes } from "./admin/app-routes.ts";
import { adminCommerceRoutes } from "./admin/commerce-routes.ts";
import { adminHomeRoutes, olderAdminRoutes } from "./admin/home-routes.ts";
import { settingsRoutes } from "./admin/settings-routes.ts";
import { renderPlain } from "./admin/layout.ts";
import type { LocalContext } from "./context.ts";
import { graphqlRoutes } from "./graphql/routes.ts";
import { mailboxRoutes } from "./mailbox/routes.ts";
import { metaRoutes } from "./meta-routes.ts";
import { shopOauthRoutes, storeInstallRoutes } from "./oauth/routes.ts";
import { storefrontRoutes } from "./storefront/routes.ts";

/** The whole platform as one web application. */
export function makeRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/app-bridge.js", serveFile("app-bridge/app-bridge.js", "text/javascript"));
  routes.get("/admin-frame.js", serveFile("admin/admin-frame.js", "text/javascript"));
  routes.get("/platform.css", serveFile("admin/platform.css", "text/css"));
  routes.route("/", metaRoutes(ctx));
  routes.route("/", mailboxRoutes(ctx));
  routes.route("/shops", shopOauthRoutes(ctx));
  routes.route("/shops", graphqlRoutes(ctx));
  routes.route("/shops", olderAdminRoutes());
  routes.route("/shops", storefrontRoutes(ctx));
  routes.route("/store", storeInstallRoutes(ctx));
  routes.route("/store", adminHomeRoutes(ctx));
  routes.route("/store", appRoutes(ctx));
  routes.route("/store", settingsRoutes(ctx));
  routes.route("/store", adminCommerceRoutes(ctx));
  routes.notFound((c) =>
    c.html(
      renderPlain("Not found", html`<p class="card">The local platform has nothing at ${c.req.path}.</p>`),
      404,
    ),
  );
  return routes;
}

/** A file of this folder, read once: the platform is restarted to see a change of it. */
function serveFile(path: string, type: string): Handler {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return (c) => c.body(text, 200, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache" });
}
