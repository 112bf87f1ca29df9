/** The platform's own pages and what tests ask of it; nothing here exists on the real one. */
import { Hono } from "hono";
import { html } from "hono/html";
import { renderPlain, type Html } from "./admin/layout.ts";
import { parseAmount } from "./commerce/money.ts";
import { balanceOfAccount, storeCreditOf } from "./commerce/store-credit.ts";
import { shopName, type LocalContext } from "./context.ts";
import { firstState } from "./shops.ts";
import { readSwitches } from "./switches.ts";
import type { ShopState } from "./state.ts";

export function metaRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/", (c) => c.html(startPage(ctx)));
  routes.get("/__state", (c) => c.json(ctx.state));
  routes.get("/__store-credit", (c) => c.json(viewStoreCredit(ctx)));
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

/** The books of store credit of every shop, in minor units: they judge who was credited how often. */
function viewStoreCredit(ctx: LocalContext): object {
  const shops = Object.values(ctx.state.shops).map((shop) => [shop.domain, viewBooks(shop)]);
  return Object.fromEntries(shops);
}

function viewBooks(shop: ShopState): object {
  const books = storeCreditOf(shop);
  return {
    accounts: books.accounts.map((account) => ({
      ...account,
      email: shop.customers.find((customer) => customer.id === account.customerId)?.email ?? null,
      minor: balanceOfAccount(books, account).toString(),
    })),
    transactions: books.transactions.map((transaction) => {
      const account = books.accounts.find((entry) => entry.id === transaction.accountId);
      const currency = account?.currency ?? "";
      const minor = parseAmount(transaction.amount, currency).toString();
      return { ...transaction, customerId: account?.customerId ?? null, currency, minor };
    }),
  };
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
