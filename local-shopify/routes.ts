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
import { appProxyRoutes } from "./storefront/app-proxy-routes.ts";
import { storefrontRoutes } from "./storefront/routes.ts";

/** The whole platform as one web application. */
export function makeRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  // The app is at localhost: only under another name is its frame as cross-site as on the real platform.
  routes.use("/store/*", async (c, next) => {
    const { hostname, pathname, search } = new URL(c.req.url);
    if (hostname === "localhost" && c.req.method === "GET") {
      return c.redirect(`${ctx.url}${pathname}${search}`);
    }
    await next();
    return undefined;
  });
  routes.get(
    "/app-bridge.js",
    serveFiles(["app-bridge/app-bridge.js", "app-bridge/elements.js"], "text/javascript"),
  );
  routes.get("/admin-frame.js", serveFiles(["admin/admin-frame.js"], "text/javascript"));
  routes.get("/platform.css", serveFiles(["admin/platform.css"], "text/css"));
  routes.route("/", metaRoutes(ctx));
  routes.route("/", mailboxRoutes(ctx));
  routes.route("/shops", shopOauthRoutes(ctx));
  routes.route("/shops", graphqlRoutes(ctx));
  routes.route("/shops", olderAdminRoutes());
  routes.route("/shops", appProxyRoutes(ctx));
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

/** Files of this folder as one, read once: the platform is restarted to see a change of them. */
function serveFiles(paths: string[], type: string): Handler {
  const text = paths.map((path) => readFileSync(new URL(path, import.meta.url), "utf8")).join("\n");
  return (c) => c.body(text, 200, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache" });
}
