/** The Apps page, and the frame in which an installed app lives inside the admin. */
import { Hono, type Context } from "hono";
import { html } from "hono/html";
import { shopName, type LocalContext } from "../context.ts";
import { installApp, revokeScopes, uninstallApp } from "../installation.ts";
import { makeSessionToken, sessionId } from "../oauth/session-token.ts";
import { hostParameter, signQuery } from "../oauth/signing.ts";
import type { ShopState } from "../state.ts";
import { readThemeEmbeds } from "../storefront/theme-embed.ts";
import { formatMoment, renderAdmin, type Html } from "./layout.ts";
import { readField, requireStore } from "./require-store.ts";
import { currentStaff } from "./staff.ts";

export function appRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  const isApp = (key: string): boolean => key === ctx.app.apiKey || key === ctx.app.handle;

  routes.get("/:name/apps", (c) => {
    const shop = requireStore(ctx, c);
    return c.html(renderAdmin(ctx, c, shop, { title: "Apps", section: "apps", body: appsPage(ctx, shop) }));
  });
  routes.post("/:name/apps/:key/uninstall", async (c) => {
    const shop = requireStore(ctx, c);
    if (!isApp(c.req.param("key"))) return c.notFound();
    if ((await readField(c, "confirm")) === "yes") uninstallApp(ctx, shop);
    return c.redirect(`/store/${shopName(shop.domain)}/apps`, 303);
  });
  routes.post("/:name/apps/:key/session-token", async (c) => {
    const shop = requireStore(ctx, c);
    if (!isApp(c.req.param("key")) || shop.installation === null) return c.notFound();
    const viewer = { shop, staff: currentStaff(c, shop) };
    return c.json({ token: await makeSessionToken(ctx.app, viewer, ctx.now()) });
  });
  // The dialog that the app opens in its frame does the same; this is for a look without the app's help.
  routes.post("/:name/apps/:key/grant", async (c) => {
    const shop = requireStore(ctx, c);
    if (!isApp(c.req.param("key"))) return c.notFound();
    const scope = await readField(c, "scope");
    if (ctx.app.optionalScopes.includes(scope)) installApp(ctx, shop, [scope]);
    return c.redirect(`/store/${shopName(shop.domain)}/apps`, 303);
  });
  // Questions of the frame's App Bridge besides tokens.
  routes.post("/:name/apps/:key/user", (c) => {
    const staff = currentStaff(c, requireStore(ctx, c));
    return c.json({ accountAccess: staff.accountOwner ? "Administrator" : "Limited" });
  });
  routes.post("/:name/apps/:key/scopes", (c) => c.json(scopesOf(ctx, requireStore(ctx, c))));
  routes.post("/:name/apps/:key/scopes/grant", async (c) => {
    const shop = requireStore(ctx, c);
    const asked = await readScopes(c);
    if (!asked.every((scope) => isDeclared(ctx, scope))) return c.text("Undeclared scopes", 400);
    installApp(ctx, shop, asked);
    return c.json(scopesOf(ctx, shop));
  });
  routes.post("/:name/apps/:key/scopes/revoke", async (c) => {
    const shop = requireStore(ctx, c);
    const asked = await readScopes(c);
    if (!asked.every((scope) => ctx.app.optionalScopes.includes(scope))) {
      return c.text("Scopes that are not optional cannot be revoked", 400);
    }
    revokeScopes(ctx, shop, asked);
    return c.json(scopesOf(ctx, shop));
  });
  routes.post("/:name/apps/:key/extensions", (c) => {
    const status = requireStore(ctx, c).settings.themeEmbed ? "active" : "available";
    const extensions = readThemeEmbeds(ctx.extensionsDir).map((embed) => ({
      handle: embed.extension,
      type: "theme_app_extension",
      activations: [
        { handle: embed.handle, name: embed.name, target: embed.target, status, activations: [] },
      ],
    }));
    return c.json(extensions);
  });
  routes.get("/:name/apps/:key/*", (c) => framePage(ctx, c, isApp));
  routes.get("/:name/apps/:key", (c) => framePage(ctx, c, isApp));
  return routes;
}

/** App Bridge's answer about scopes. */
function scopesOf(ctx: LocalContext, shop: ShopState): object {
  const granted = shop.installation?.scopes ?? [];
  return { granted, required: ctx.app.scopes, optional: ctx.app.optionalScopes };
}

function isDeclared(ctx: LocalContext, scope: string): boolean {
  return ctx.app.scopes.includes(scope) || ctx.app.optionalScopes.includes(scope);
}

async function readScopes(c: Context): Promise<string[]> {
  const body: unknown = await c.req.json().catch(() => null);
  return Array.isArray(body) ? body.map(String) : [];
}

function appsPage(ctx: LocalContext, shop: ShopState): Html {
  const root = `/store/${shopName(shop.domain)}`;
  const { installation } = shop;
  if (installation === null) {
    return html`<section class="card">
      <h2>${ctx.app.name}</h2>
      <p>Not installed${shop.uninstalledAt === null ? "" : ` since ${formatMoment(shop.uninstalledAt)}`}.</p>
      <p class="row">
        <a class="button primary" href="${root}/oauth/install?client_id=${ctx.app.apiKey}">Install</a>
      </p>
    </section>`;
  }
  const askable = ctx.app.optionalScopes.filter((scope) => !installation.scopes.includes(scope));
  return html`<section class="card">
    <h2>${ctx.app.name}</h2>
    ${askable.map(
      (scope) =>
        html`<form class="row" method="post" action="${root}/apps/${ctx.app.apiKey}/grant">
          <button name="scope" value="${scope}">Also allow ${scope}</button>
        </form>`,
    )}
    <p>Installed ${formatMoment(installation.installedAt)}. It may: ${installation.scopes.join(", ")}.</p>
    <form class="row" method="post" action="${root}/apps/${ctx.app.apiKey}/uninstall">
      <a class="button primary" href="${root}/apps/${ctx.app.apiKey}">Open</a>
      <label><input type="checkbox" name="confirm" value="yes" required /> Yes, take it off this store</label>
      <button class="danger">Uninstall</button>
    </form>
  </section>`;
}

async function framePage(ctx: LocalContext, c: Context, isApp: (key: string) => boolean): Promise<Response> {
  const shop = requireStore(ctx, c);
  const root = `/store/${shopName(shop.domain)}/apps`;
  const key = c.req.param("key") ?? "";
  if (!isApp(key)) return c.notFound();
  if (shop.installation === null) {
    return c.redirect(`/store/${shopName(shop.domain)}/oauth/install?client_id=${ctx.app.apiKey}`);
  }
  const { pathname, searchParams } = new URL(c.req.url);
  const path = pathname.slice(`${root}/${key}`.length);
  const address = await frameAddress(ctx, c, { shop, path, query: searchParams });
  const settings = {
    root: `${root}/${key}`,
    appOrigin: new URL(ctx.app.appUrl).origin,
    store: shopName(shop.domain),
  };
  const body = html`<div class="app-bar">
      <nav id="app-breadcrumb" aria-label="Breadcrumb"></nav>
      <strong id="app-title">${ctx.app.name}</strong>
      <div id="app-actions" class="row"></div>
      <div class="save-bar" id="save-bar" role="status" hidden>
        <span>Unsaved changes</span>
        <button type="button" id="save-bar-discard">Discard</button>
        <button type="button" id="save-bar-save" class="primary">Save</button>
      </div>
    </div>
    <div class="loading-bar" id="app-loading" role="progressbar" aria-label="Loading" hidden></div>
    <iframe
      id="app-frame"
      title="${ctx.app.name}"
      src="${address}"
      data-settings="${JSON.stringify(settings)}"
      allow="clipboard-write"
    ></iframe>
    <dialog id="app-modal" aria-labelledby="app-modal-title">
      <h2 id="app-modal-title"></h2>
      <p id="app-modal-text"></p>
      <div id="app-modal-actions" class="row"></div>
    </dialog>
    <dialog id="leave-dialog" aria-labelledby="leave-title">
      <h2 id="leave-title">Leave page with unsaved changes?</h2>
      <p>Leaving this page will delete all unsaved changes.</p>
      <form method="dialog" class="row">
        <button value="stay">Stay</button>
        <button value="leave" class="danger">Leave page</button>
      </form>
    </dialog>
    <dialog id="scopes-dialog" aria-labelledby="scopes-title">
      <h2 id="scopes-title">${ctx.app.name} asks for more</h2>
      <p>It will also be able to:</p>
      <ul id="scopes-list"></ul>
      <form method="dialog" class="row">
        <button value="grant" class="primary">Allow</button>
        <button value="decline">Decline</button>
      </form>
    </dialog>
    <div class="toast" id="app-toast" role="status" hidden>
      <span id="app-toast-text"></span>
      <button type="button" id="app-toast-action" hidden></button>
      <button type="button" id="app-toast-close" aria-label="Dismiss">×</button>
    </div>
    <script src="/admin-frame.js" defer></script>`;
  return c.html(renderAdmin(ctx, c, shop, { title: ctx.app.name, section: "apps", body, wide: true }));
}

/** The app's own address with everything the platform tells an embedded app, signed. */
async function frameAddress(
  ctx: LocalContext,
  c: Context,
  frame: { shop: ShopState; path: string; query: URLSearchParams },
): Promise<string> {
  const viewer = { shop: frame.shop, staff: currentStaff(c, frame.shop) };
  const query = signQuery(
    {
      ...Object.fromEntries(frame.query),
      embedded: "1",
      host: hostParameter(shopName(frame.shop.domain)),
      id_token: await makeSessionToken(ctx.app, viewer, ctx.now()),
      locale: viewer.staff.locale,
      session: sessionId(ctx.app, viewer),
      shop: frame.shop.domain,
      timestamp: String(Math.floor(ctx.now().getTime() / 1000)),
    },
    ctx.app.apiSecret,
  );
  return `${ctx.app.appUrl}${frame.path === "" ? "/" : frame.path}?${query.toString()}`;
}
