import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { formatAmount } from "../commerce/money.ts";
import { readThemeEmbeds, renderThemeEmbed, type ThemeEmbed } from "./theme-embed.ts";
import type { PixelEvent } from "./pixel-events.ts";
import type { Visit } from "./visit.ts";
import { readWebPixels } from "./web-pixels.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** An amount as a shopper reads it: "$12.50", "¥20". */
export function showMoney(minor: bigint, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.format(Number(formatAmount(minor, currency)));
}

/** A page of the storefront, with the app's embeds where the merchant has switched them on. */
export function storefrontPage(visit: Visit, page: { title: string; body: Html; itemCount: number }): Html {
  const { settings } = visit.commerce;
  return document(visit, {
    title: page.title,
    head: embeds(visit, "head"),
    body: html`<header class="bar">
        <a class="name" href="${visit.root}">${settings.name}</a>
        <nav aria-label="Store">
          <a href="${visit.root}">Products</a>
          <a href="${visit.root}cart">Cart (${page.itemCount})</a>
        </nav>
      </header>
      <main>${page.body}</main>
      <footer class="foot">
        <p>${settings.name} is a stand-in shop on a local platform. Nothing here is sold.</p>
        <p><button class="link" type="button" data-consent="ask">Cookie preferences</button></p>
      </footer>
      <div class="consent" id="consent" role="dialog" aria-label="Cookies" hidden>
        <p>May this shop remember how you came here and what you look at?</p>
        <button type="button" data-consent="decline">Decline</button>
        <button class="main" type="button" data-consent="accept">Accept</button>
      </div>
      ${embeds(visit, "body")}`,
  });
}

/**
 * A page of the checkout. The platform runs no theme there, and so no theme embed; web pixels run, and are told of
 * `event`.
 */
export function checkoutPage(
  visit: Visit,
  page: { title: string; body: Html; event?: PixelEvent | null },
): Html {
  return document(visit, {
    title: page.title,
    event: page.event ?? null,
    head: raw(""),
    body: html`<header class="bar">
        <a class="name" href="${visit.root}">${visit.commerce.settings.name}</a>
        <a href="${visit.root}cart">Back to cart</a>
      </header>
      <main class="checkout">${page.body}</main>`,
  });
}

function document(
  visit: Visit,
  page: { title: string; head: Html; body: Html; event?: PixelEvent | null },
): Html {
  const { settings } = visit.commerce;
  const facts = JSON.stringify({
    shop: visit.domain,
    root: visit.root,
    currency: settings.currency,
    country: settings.countryCode,
    consentBanner: settings.consentBanner,
    name: settings.name,
    storefrontUrl: `${visit.ctx.url}${visit.root}`,
    pixels: pixelsOf(visit),
    event: page.event ?? null,
  }).replaceAll("<", String.raw`\u003c`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} – ${settings.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${visit.root}cdn/storefront.css" />
        <script type="application/json" id="shop-facts">
          ${raw(facts)}
        </script>
        <script src="${visit.root}cdn/storefront.js"></script>
        <script src="${visit.root}cdn/web-pixels.js"></script>
        ${page.head}
      </head>
      <body>
        ${page.body}
      </body>
    </html>`;
}

/** The app's pixel as the browser needs it, where the app has switched it on. */
function pixelsOf(visit: Visit): object[] {
  const settings = visit.ctx.pixelSettings(visit.domain);
  if (settings === null) return [];
  return readWebPixels(visit.ctx.extensionsDir).map(({ folder, purposes }) => ({
    name: folder,
    purposes,
    src: `${visit.root}cdn/pixels/${folder}.js`,
    settings: JSON.parse(settings) as unknown,
  }));
}

function embeds(visit: Visit, target: ThemeEmbed["target"]): Html {
  const { settings } = visit.commerce;
  if (!settings.themeEmbed) return raw("");
  const scope = {
    shopDomain: visit.domain,
    assetsUrl: `${visit.root}cdn/extensions`,
    values: settings.themeEmbedSettings,
  };
  const blocks = readThemeEmbeds(visit.ctx.extensionsDir).filter((embed) => embed.target === target);
  return raw(blocks.map((embed) => renderThemeEmbed(embed, scope)).join("\n"));
}
