/** The frame of every page of a store's admin, and of the platform's own pages. */
import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { shopName, type LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { currentStaff } from "./staff.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export type AdminSection =
  "home" | "orders" | "products" | "customers" | "discounts" | "online-store" | "apps" | "settings";

const sections: { id: AdminSection; label: string; path: string }[] = [
  { id: "home", label: "Home", path: "" },
  { id: "orders", label: "Orders", path: "/orders" },
  { id: "products", label: "Products", path: "/products" },
  { id: "customers", label: "Customers", path: "/customers" },
  { id: "discounts", label: "Discounts", path: "/discounts" },
  { id: "online-store", label: "Online store", path: "/online-store" },
  { id: "apps", label: "Apps", path: "/apps" },
  { id: "settings", label: "Settings", path: "/settings" },
];

export interface AdminPage {
  title: string;
  section: AdminSection;
  body: Html;
  /** The app's frame fills the page; everything else stands in a column. */
  wide?: boolean;
}

/** One page of a store's admin: navigation, who is signed in, and the page's own content. */
export function renderAdmin(ctx: LocalContext, c: Context, shop: ShopState, page: AdminPage): Html {
  const root = `/store/${shopName(shop.domain)}`;
  const body = html`<a class="skip" href="#content">Skip to content</a>
    <header class="top">
      <a class="brand" href="/">Local platform</a>
      <strong>${shop.settings.name}</strong>
      <span class="quiet">${shop.domain}</span>
      ${staffSwitcher(c, shop, root)}
    </header>
    <div class="columns">
      <input id="side-shown" type="checkbox" aria-label="Menu" />
      <nav class="side" aria-label="Store">
        <ul>
          ${sections.map(
            (section) =>
              html`<li>
                <a
                  href="${root}${section.path}"
                  ${section.id === page.section ? html`aria-current="page"` : ""}
                  >${section.label}</a
                >${section.id === "apps" ? appLinks(ctx, shop, root) : ""}
              </li>`,
          )}
        </ul>
        <p class="quiet"><a href="/shops/${shop.domain}/">View storefront</a></p>
        <p class="quiet"><a href="/mailbox">Mailbox</a></p>
      </nav>
      <main id="content" class="${page.wide ? "wide" : "column"}">
        ${page.wide ? "" : html`<h1>${page.title}</h1>`} ${page.body}
      </main>
    </div>`;
  return renderDocument(`${page.title} · ${shop.settings.name}`, body);
}

/** A page of the platform itself, outside any store. */
export function renderPlain(title: string, content: Html): Html {
  return renderDocument(
    title,
    html`<header class="top"><a class="brand" href="/">Local platform</a></header>
      <main id="content" class="column">
        <h1>${title}</h1>
        ${content}
      </main>`,
  );
}

/** A moment in the machine's way of writing it, for logs: `2026-11-20 10:31:40`. */
export function formatMoment(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

function renderDocument(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/platform.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

function staffSwitcher(c: Context, shop: ShopState, root: string): Html {
  const staff = currentStaff(c, shop);
  return html`<form class="staff" method="post" action="${root}/staff">
    <input type="hidden" name="back" value="${c.req.path}" />
    <label for="staff">Signed in as</label>
    <select id="staff" name="staffId">
      ${shop.staff.map(
        (member) =>
          html`<option value="${member.id}" ${member.id === staff.id ? "selected" : ""}>
            ${member.firstName} ${member.lastName}
          </option>`,
      )}
    </select>
    <button>Switch</button>
  </form>`;
}

function appLinks(ctx: LocalContext, shop: ShopState, root: string): Html {
  if (shop.installation === null) return html``;
  return html`<ul>
    <li><a href="${root}/apps/${ctx.app.apiKey}">${ctx.app.name}</a></li>
    <li id="app-nav" hidden></li>
  </ul>`;
}
