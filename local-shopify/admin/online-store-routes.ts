import { Hono } from "hono";
import { html } from "hono/html";
import { shopName, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { readThemeEmbeds, settingValue, type EmbedSetting } from "../storefront/theme-embed.ts";
import { renderAdmin, type Html } from "./layout.ts";
import { requireStore } from "./require-store.ts";

const SETTING_FIELD = "setting.";

/** A merchant's choices about the storefront: the app's theme embed, consent, test orders. */
export function onlineStoreRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name/online-store", (c) => {
    const shop = requireStore(ctx, c);
    const body = storePage(ctx, shop, c.req.query("activate") ?? null);
    return c.html(renderAdmin(ctx, c, shop, { title: "Online store", section: "online-store", body }));
  });
  routes.post("/:name/online-store", async (c) => {
    const shop = requireStore(ctx, c);
    const form = await c.req.parseBody();
    const given = Object.entries(form).flatMap(([name, value]) =>
      name.startsWith(SETTING_FIELD) && typeof value === "string"
        ? [[name.slice(SETTING_FIELD.length), value] as const]
        : [],
    );
    ctx.mutate(() => {
      shop.settings.themeEmbed = form["themeEmbed"] === "on";
      shop.settings.consentBanner = form["consentBanner"] === "on";
      shop.settings.testOrders = form["testOrders"] === "on";
      shop.settings.themeEmbedSettings = Object.fromEntries(given);
    });
    return c.redirect(`/store/${shopName(shop.domain)}/online-store`, 303);
  });
  // The deep link of an app to its embed in the theme editor leads to the same switch, on but not saved yet.
  routes.get("/:name/themes/:theme/editor", (c) => {
    const shop = requireStore(ctx, c);
    const [key, handle = ""] = (c.req.query("activateAppId") ?? "").split("/");
    const isOurs = c.req.query("context") === "apps" && key === ctx.app.apiKey;
    const query = isOurs ? `?activate=${encodeURIComponent(handle)}` : "";
    return c.redirect(`/store/${shopName(shop.domain)}/online-store${query}`);
  });
  return routes;
}

function storePage(ctx: LocalContext, shop: ShopState, activate: string | null): Html {
  const { settings } = shop;
  const embeds = readThemeEmbeds(ctx.extensionsDir);
  const isActivated = !settings.themeEmbed && embeds.some((embed) => embed.handle === activate);
  return html`<form method="post" action="/store/${shopName(shop.domain)}/online-store">
    <section class="card">
      <h2>App embeds</h2>
      ${embeds.length === 0 ? html`<p class="quiet">The app brings no theme embed.</p>` : ""}
      ${isActivated ? html`<p role="status">Switched on by the app's link. Save to keep it.</p>` : ""}
      <p>
        <label>
          <input type="checkbox" name="themeEmbed" ${settings.themeEmbed || isActivated ? "checked" : ""} />
          ${embeds.map((embed) => embed.name).join(", ") || "App embeds"} on every page of the storefront
        </label>
      </p>
      ${embeds.flatMap((embed) => embed.settings).map((setting) => settingField(shop, setting))}
    </section>
    <section class="card">
      <h2>Visitors</h2>
      <label>
        <input type="checkbox" name="consentBanner" ${settings.consentBanner ? "checked" : ""} />
        Ask for consent first; until then nothing may follow a visitor
      </label>
    </section>
    <section class="card">
      <h2>Checkout</h2>
      <label>
        <input type="checkbox" name="testOrders" ${settings.testOrders ? "checked" : ""} />
        Orders are test orders
      </label>
    </section>
    <button class="primary">Save</button>
    <a class="button" href="/shops/${shop.domain}/">View storefront</a>
  </form>`;
}

function settingField(shop: ShopState, setting: EmbedSetting): Html {
  const value = settingValue(setting, shop.settings.themeEmbedSettings);
  const type = setting.type === "range" || setting.type === "number" ? "number" : "text";
  return html`<p>
    <label
      >${setting.label} <input type="${type}" name="${SETTING_FIELD}${setting.id}" value="${value}"
    /></label>
  </p>`;
}
