/** Switches that make the platform misbehave, the legal requests, and the log of every webhook attempt. */
import { Hono } from "hono";
import { html } from "hono/html";
import { shopName, type LocalContext } from "../context.ts";
import { requestCompliance } from "../installation.ts";
import type { ShopState, StoreCreditFault, Switches } from "../state.ts";
import { renderAdmin, type Html } from "./layout.ts";
import { deliveriesTable } from "./deliveries-table.ts";
import { readField, requireStore } from "./require-store.ts";
import { readSwitches } from "../switches.ts";

export function settingsRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name/settings", (c) => {
    const shop = requireStore(ctx, c);
    const body = settingsPage(ctx, shop);
    return c.html(renderAdmin(ctx, c, shop, { title: "Settings", section: "settings", body }));
  });
  routes.post("/:name/settings/switches", async (c) => {
    const shop = requireStore(ctx, c);
    const form = await c.req.parseBody();
    const switches = readSwitches(ctx.state.switches, {
      duplicate: Number(form["duplicate"]),
      delayMs: Number(form["delayMs"]),
      shuffle: form["shuffle"] === "on",
      drop: form["drop"] === "on",
      graphql: form["graphql"],
      withhold: form["withhold"] === "on",
      bulkDenied: form["bulkDenied"] === "on",
      storeCredit: Object.fromEntries(
        Object.keys(storeCreditWords).map((name) => [name, Number(form[`storeCredit.${name}`] ?? 0)]),
      ),
      retrySpeedUp: Number(form["retrySpeedUp"]),
    });
    if ("refusal" in switches) return c.text(switches.refusal, 400);
    ctx.mutate((state) => {
      state.switches = switches;
    });
    return c.redirect(settingsRoot(shop), 303);
  });
  routes.post("/:name/settings/compliance", async (c) => {
    const shop = requireStore(ctx, c);
    const topic = await readField(c, "topic");
    if (topic !== "customers/data_request" && topic !== "customers/redact" && topic !== "shop/redact") {
      return c.text("There is no such request.", 400);
    }
    const customerId = Number(await readField(c, "customerId"));
    const isKnown = shop.customers.some((customer) => customer.id === customerId);
    if (topic !== "shop/redact" && !isKnown) return c.text("There is no such customer.", 400);
    if (topic === "shop/redact" && shop.installation !== null) return c.text("Uninstall the app first.", 400);
    requestCompliance(ctx, shop, { topic, customerId });
    return c.redirect(`${settingsRoot(shop)}/webhooks`, 303);
  });
  routes.get("/:name/settings/webhooks", (c) => {
    const shop = requireStore(ctx, c);
    const entries = ctx.state.deliveries
      .filter((delivery) => delivery.shop === shop.domain)
      .toReversed()
      .slice(0, 200);
    const body = deliveriesTable(`${settingsRoot(shop)}/webhooks`, entries);
    return c.html(renderAdmin(ctx, c, shop, { title: "Webhook deliveries", section: "settings", body }));
  });
  routes.post("/:name/settings/webhooks/resend", async (c) => {
    const shop = requireStore(ctx, c);
    if (!ctx.resend(await readField(c, "delivery"))) return c.text("That delivery is gone.", 404);
    return c.redirect(`${settingsRoot(shop)}/webhooks`, 303);
  });
  return routes;
}

function settingsRoot(shop: ShopState): string {
  return `/store/${shopName(shop.domain)}/settings`;
}

function settingsPage(ctx: LocalContext, shop: ShopState): Html {
  return html`<section class="card">
      <h2>Webhooks</h2>
      <p><a href="${settingsRoot(shop)}/webhooks">Every delivery and every attempt</a></p>
    </section>
    ${ratesForm(shop)} ${switchesForm(settingsRoot(shop), ctx.state.switches)} ${complianceForms(shop)}`;
}

function ratesForm(shop: ShopState): Html {
  const { currency, presentment } = shop.settings;
  if (presentment.length === 0) return html``;
  return html`<form class="card row" method="post" action="${settingsRoot(shop)}/rates">
    <h2>Exchange rates</h2>
    ${presentment.map(
      (other) =>
        html`<label>
          ${other.currency} for one ${currency}
          <input name="rate.${other.currency}" inputmode="decimal" value="${other.rate}" />
        </label>`,
    )}
    <button>Save</button>
  </form>`;
}

function switchesForm(root: string, switches: Switches): Html {
  const answers = ["normal", "throttled", "error", "forbidden"];
  return html`<form class="card" method="post" action="${root}/switches">
    <h2>Bad days, for all stores</h2>
    <p class="row">
      <label>
        Send every webhook again, times
        <input type="number" name="duplicate" min="0" max="1000" value="${switches.duplicate}" />
      </label>
    </p>
    <p class="row">
      <label>
        Hold every webhook back, milliseconds
        <input type="number" name="delayMs" min="0" value="${switches.delayMs}" />
      </label>
    </p>
    <p class="row">
      <label
        ><input type="checkbox" name="shuffle" ${switches.shuffle ? "checked" : ""} /> Shuffle them</label
      >
      <label><input type="checkbox" name="drop" ${switches.drop ? "checked" : ""} /> Lose them</label>
    </p>
    <p class="row">
      <label>
        Retry faster than the real four hours, times
        <input type="number" name="retrySpeedUp" min="1" step="any" value="${switches.retrySpeedUp}" />
      </label>
    </p>
    <p class="row">
      <label>
        Admin API answers
        <select name="graphql">
          ${answers.map(
            (answer) =>
              html`<option ${switches.graphql === answer ? "selected" : ""} value="${answer}">
                ${answer}
              </option>`,
          )}
        </select>
      </label>
    </p>
    <p class="row">
      <label>
        <input type="checkbox" name="withhold" ${switches.withhold ? "checked" : ""} />
        Withhold customers and addresses from the Admin API
      </label>
    </p>
    <p class="row">
      <label>
        <input type="checkbox" name="bulkDenied" ${switches.bulkDenied === true ? "checked" : ""} />
        Deny bulk operations
      </label>
    </p>
    <h2>The next changes of store credit</h2>
    ${storeCreditFields(switches)}
    <button class="primary">Save</button>
  </form>`;
}

function storeCreditFields(switches: Switches): Html[] {
  return Object.entries(storeCreditWords).map(
    ([name, words]) =>
      html`<p class="row">
        <label>
          ${words}, times
          <input
            type="number"
            name="storeCredit.${name}"
            min="0"
            value="${new Map(Object.entries(switches.storeCredit ?? {})).get(name) ?? 0}"
          />
        </label>
      </p>`,
  );
}

const storeCreditWords: Record<StoreCreditFault, string> = {
  error: "Answer 500 before it is done",
  throttled: "Answer that it is throttled",
  errorAfter: "Do it, then answer 500",
  silence: "Do it, then never answer",
  cut: "Do it, then hang up",
};

function complianceForms(shop: ShopState): Html {
  return html`<section class="card">
    <h2>Legal requests</h2>
    <form class="row" method="post" action="${settingsRoot(shop)}/compliance">
      <label>
        Customer
        <select name="customerId">
          ${shop.customers.map((customer) => html`<option value="${customer.id}">${customer.email}</option>`)}
        </select>
      </label>
      <button name="topic" value="customers/data_request">Customer asks for their data</button>
      <button name="topic" value="customers/redact">Erase this customer</button>
    </form>
    <form class="row" method="post" action="${settingsRoot(shop)}/compliance">
      <button name="topic" value="shop/redact" ${shop.installation === null ? "" : "disabled"}>
        48 hours after uninstalling: erase the shop
      </button>
      <span class="quiet">Possible once the app is uninstalled.</span>
    </form>
  </section>`;
}
