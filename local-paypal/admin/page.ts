/** The frame of the pages for people. */
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { formatValue } from "../money.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const pages = [
  { path: "/", label: "Payouts" },
  { path: "/activity", label: "Activity" },
  { path: "/webhooks", label: "Webhooks" },
  { path: "/settings", label: "Bad days" },
];

export function renderPage(title: string, content: Html, path = ""): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Local PayPal</title>
        <link rel="stylesheet" href="/paypal.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/">Local PayPal</a>
          <nav aria-label="Pages">
            ${pages.map(
              (page) =>
                html`<a href="${page.path}" ${page.path === path ? html`aria-current="page"` : ""}
                  >${page.label}</a
                >`,
            )}
          </nav>
        </header>
        <main id="content" class="column">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

/** A moment as logs write it: `2026-11-22 10:31:40`. */
export function formatMoment(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** "12.50 USD". */
export function formatMoney(minor: bigint, currency: string): string {
  return `${formatValue(minor, currency)} ${currency}`;
}
