/** The platform's own pages and what tests ask of it; nothing here exists on the real one. */
import { Hono } from "hono";
import { html } from "hono/html";
import { renderPlain, type Html } from "./admin/layout.ts";
import { shopName, type LocalContext } from "./context.ts";
import { firstState } from "./shops.ts";
import { readSwitches } from "./switches.ts";

export function metaRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/", (c) => c.html(startPage(ctx)));
  routes.get("/__state", (c) => c.json(ctx.state));
  routes.post("/__reset", (c) => {
    ctx.store.replace(firstState());
    return c.json({ reset: true });
  });
  routes.post("/__switches", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const switches = readSwitches(ctx.state.switches, body);
    if ("refusal" in switches) return c.json({ error: switches.refusal }, 400);
    ctx.mutate((state) => {
      state.switches = switches;
    });
    return c.json(switches);
  });
  return routes;
}

function startPage(ctx: LocalContext): Html {
  return renderPlain(
    "Local platform",
    html`<p>
        It stands in for Shopify on this machine. Everything here is make-believe: no money moves, no mail
        leaves.
      </p>
      ${Object.values(ctx.state.shops).map((shop) => {
        const root = `/store/${shopName(shop.domain)}`;
        return html`<section class="card">
          <h2>${shop.settings.name}</h2>
          <p class="quiet">
            ${shop.domain} · ${shop.settings.currency} ·
            ${shop.installation === null ? "app not installed" : "app installed"}
          </p>
          <p class="row">
            <a class="button primary" href="${root}">Admin</a>
            <a class="button" href="/shops/${shop.domain}/">Storefront</a>
            <a class="button" href="${root}/apps">Apps</a>
          </p>
        </section>`;
      })}
      <p class="row">
        <a class="button" href="/mailbox">Mailbox</a>
        <a class="button" href="${ctx.app.appUrl}/install">${ctx.app.name}: install page</a>
      </p>`,
  );
}
