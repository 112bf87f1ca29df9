/** Payouts for people: balances, batches, and the items of one, each with the roads it may still take. */
import { Hono } from "hono";
import { html } from "hono/html";
import { chargedFee } from "../api/answer-payout.ts";
import { viewBooks } from "../books.ts";
import { addFunds, advanceClock } from "../funding.ts";
import { isStatus } from "../meta-routes.ts";
import { isSupported, parseValue } from "../money.ts";
import { nextStatuses } from "../move-item.ts";
import { itemsOf } from "../process-batches.ts";
import { turnItem } from "../turn-item.ts";
import { formatMoment, formatMoney, renderPage, type Html } from "./page.ts";
import type { PaypalContext } from "../context.ts";
import type { Batch, Item, ItemStatus } from "../state.ts";

export function batchRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.get("/", (c) => c.html(renderPage("Payouts", batchesPage(ctx), "/")));
  routes.get("/batches/:id", (c) => {
    const batch = ctx.state.batches[c.req.param("id")];
    if (batch === undefined) return c.notFound();
    return c.html(renderPage(`Payout ${batch.id}`, batchPage(ctx, batch), "/"));
  });
  routes.post("/batches/:id/turn", async (c) => {
    const form = await c.req.parseBody();
    const { item, to } = form;
    if (typeof item !== "string" || !isStatus(to) || !turnItem(ctx, item, to)) {
      return c.text("That payment cannot go there any more.", 409);
    }
    return c.redirect(`/batches/${c.req.param("id")}`, 303);
  });
  routes.post("/funds", async (c) => {
    const { currency, value } = await c.req.parseBody();
    const code = typeof currency === "string" ? currency.toUpperCase() : "";
    const minor = typeof value === "string" && isSupported(code) ? parseValue(value, code) : null;
    if (minor === null) return c.text("That is no amount in a currency of PayPal's.", 400);
    addFunds(ctx, code, minor);
    return c.redirect("/", 303);
  });
  routes.post("/clock", async (c) => {
    const days = Number((await c.req.parseBody())["days"]);
    if (!(days > 0 && days <= 400)) return c.text("That is no number of days.", 400);
    advanceClock(ctx, days * 86_400_000);
    return c.redirect("/", 303);
  });
  return routes;
}

function batchesPage(ctx: PaypalContext): Html {
  const batches = Object.values(ctx.state.batches).toReversed().slice(0, 200);
  return html`<p class="quiet">
      It stands in for PayPal on this machine: no money moves. Here it is
      ${formatMoment(ctx.now().toISOString())}.
    </p>
    ${balancesCard(ctx)}
    ${
      batches.length === 0
        ? html`<p class="card">No payout has come yet.</p>`
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Accepted</th>
                  <th scope="col">Payout</th>
                  <th scope="col">Sender's id</th>
                  <th scope="col">State</th>
                  <th scope="col" class="number">Payments</th>
                  <th scope="col" class="number">Amount</th>
                </tr>
              </thead>
              <tbody>
                ${batches.map((batch) => batchRow(ctx, batch))}
              </tbody>
            </table>
          </div>`
    }`;
}

function balancesCard(ctx: PaypalContext): Html {
  const lines = viewBooks(ctx.state.movements).accounts.filter(({ account }) => account === "funding");
  return html`<section class="card">
    <h2>Balance</h2>
    <p>
      ${
        lines.length === 0
          ? "Nothing."
          : lines.map((line) => formatMoney(BigInt(line.minor), line.currency)).join(" · ")
      }
    </p>
    <form class="row" method="post" action="/funds">
      <label>Add <input name="value" inputmode="decimal" size="8" required /></label>
      <label>in <input name="currency" size="4" value="USD" required /></label>
      <button>Add funds</button>
    </form>
    <form class="row" method="post" action="/clock">
      <label>Let <input type="number" name="days" min="1" max="400" value="30" /> days go by</label>
      <button>Move the clock</button>
    </form>
  </section>`;
}

function batchRow(ctx: PaypalContext, batch: Batch): Html {
  const items = itemsOf(ctx.state, batch);
  const total = items.reduce((sum, item) => sum + BigInt(item.minor), 0n);
  return html`<tr>
    <td>${formatMoment(batch.createdAt)}</td>
    <td><a href="/batches/${batch.id}">${batch.id}</a></td>
    <td>${batch.senderBatchId ?? "none"}</td>
    <td><span class="badge ${batch.status === "DENIED" ? "bad" : ""}">${batch.status}</span></td>
    <td class="number">${items.length}</td>
    <td class="number">${formatMoney(total, batch.currency)}</td>
  </tr>`;
}

function batchPage(ctx: PaypalContext, batch: Batch): Html {
  return html`<p class="quiet">
      ${batch.senderBatchId ?? "Without an id of the sender's"} · accepted ${formatMoment(batch.createdAt)} ·
      <span class="badge ${batch.status === "DENIED" ? "bad" : ""}">${batch.status}</span>
    </p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Receiver</th>
            <th scope="col" class="number">Amount</th>
            <th scope="col" class="number">Fee</th>
            <th scope="col">State</th>
            <th scope="col">What becomes of it</th>
          </tr>
        </thead>
        <tbody>
          ${itemsOf(ctx.state, batch).map((item) => itemRow(batch, item))}
        </tbody>
      </table>
    </div>`;
}

const verbs: Partial<Record<ItemStatus, string>> = {
  SUCCESS: "Let it arrive",
  FAILED: "Let it fail",
  BLOCKED: "Block it",
  RETURNED: "Return it",
  REFUNDED: "Receiver refunds it",
  REVERSED: "Reverse it",
};

const bad: ReadonlySet<ItemStatus> = new Set(["FAILED", "BLOCKED", "RETURNED", "REFUNDED", "REVERSED"]);

function itemRow(batch: Batch, item: Item): Html {
  // Time moves a pending item on, not a person.
  const roads = item.status === "PENDING" ? [] : nextStatuses(item);
  return html`<tr>
    <td>${item.receiver}<br /><span class="quiet">${item.senderItemId ?? item.id}</span></td>
    <td class="number">${formatMoney(BigInt(item.minor), item.currency)}</td>
    <td class="number">${formatMoney(chargedFee(item), item.currency)}</td>
    <td>
      <span class="badge ${bad.has(item.status) ? "bad" : ""}">${item.status}</span>
      ${item.error === null ? "" : html`<br /><span class="quiet">${item.error}</span>`}
    </td>
    <td>
      ${
        roads.length === 0
          ? html`<span class="quiet">Nothing more.</span>`
          : html`<form class="row" method="post" action="/batches/${batch.id}/turn">
              <input type="hidden" name="item" value="${item.id}" />
              ${roads.map((to) => html`<button name="to" value="${to}">${verbOf(item, to)}</button>`)}
            </form>`
      }
    </td>
  </tr>`;
}

function verbOf(item: Item, to: ItemStatus): string {
  return item.status === "UNCLAIMED" && to === "SUCCESS" ? "Receiver claims it" : (verbs[to] ?? to);
}
