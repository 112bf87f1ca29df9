/** The switches as a form, and the log of webhooks. */
import { Hono } from "hono";
import { html } from "hono/html";
import { faultNames, type FaultName, type Switches } from "../switch-types.ts";
import { readSwitches } from "../switches.ts";
import { formatMoment, renderPage, type Html } from "./page.ts";
import type { PaypalContext } from "../context.ts";
import type { Delivery } from "../state.ts";

export function settingsRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.get("/settings", (c) =>
    c.html(renderPage("Bad days", settingsPage(ctx.state.switches), "/settings")),
  );
  routes.post("/settings", async (c) => {
    const form = await c.req.parseBody();
    const number = (name: string): number => Number(form[name]);
    const switches = readSwitches(ctx.state.switches, {
      faults: Object.fromEntries(faultNames.map((name) => [name, number(name)])),
      processMs: number("processMs"),
      reportLagMs: number("reportLagMs"),
      duplicate: number("duplicate"),
      delayMs: number("delayMs"),
      retrySpeedUp: number("retrySpeedUp"),
      shuffle: form["shuffle"] === "on",
      drop: form["drop"] === "on",
    });
    if ("refusal" in switches) return c.text(switches.refusal, 400);
    ctx.mutate((state) => {
      state.switches = switches;
    });
    return c.redirect("/settings", 303);
  });
  routes.get("/webhooks", (c) => {
    const entries = ctx.state.deliveries.toReversed().slice(0, 200);
    return c.html(renderPage("Webhooks", webhooksPage(entries), "/webhooks"));
  });
  routes.post("/webhooks/resend", async (c) => {
    const { key } = await c.req.parseBody();
    const sent = ctx.state.deliveries.find((delivery) => delivery.key === key);
    if (sent === undefined) return c.text("That webhook is gone.", 404);
    ctx.mutate(() => {
      sent.state = "pending";
      sent.nextAttemptAt = ctx.now().toISOString();
    });
    ctx.wake();
    return c.redirect("/webhooks", 303);
  });
  return routes;
}

const faultWords: Record<FaultName, string> = {
  reset: "Hang up before anything is booked",
  error: "Answer 500 before anything is booked",
  unavailable: "Answer 503 before anything is booked",
  rateLimit: "Answer 429",
  tokenGone: "Forget the token in the middle (401)",
  insufficientFunds: "Say the balance is too low (422)",
  errorAfter: "Book it, then answer 500",
  silence: "Book it, then never answer",
  cut: "Book it, then hang up",
  truncate: "Book it, then cut the answer in half",
  webhookFirst: "Send the webhooks before the answer",
  denied: "Accept the payout, then deny it",
  badSignature: "Send a webhook with a wrong signature",
};

function settingsPage(switches: Switches): Html {
  const number = (name: keyof Switches, label: string): Html =>
    html`<p class="row">
      <label
        ><input type="number" name="${name}" min="0" step="any" value="${Number(switches[name])}" />
        ${label}</label
      >
    </p>`;
  return html`<form method="post" action="/settings">
    <section class="card">
      <h2>How often the next payouts meet this</h2>
      ${faultNames.map(
        (name) =>
          html`<p class="row">
            <label
              ><input type="number" name="${name}" min="0" value="${switches.faults[name]?.times ?? 0}" />
              ${faultWords[name]}</label
            >
          </p>`,
      )}
    </section>
    <section class="card">
      <h2>Time</h2>
      ${number("processMs", "milliseconds until a payout is looked at")}
      ${number("reportLagMs", "milliseconds until a transaction is in the reports")}
    </section>
    <section class="card">
      <h2>Webhooks</h2>
      ${number("duplicate", "more times each is sent")} ${number("delayMs", "milliseconds each is held back")}
      ${number("retrySpeedUp", "times faster than the real three days of retries")}
      <p class="row">
        <label
          ><input type="checkbox" name="shuffle" ${switches.shuffle ? "checked" : ""} /> Shuffle them</label
        >
        <label><input type="checkbox" name="drop" ${switches.drop ? "checked" : ""} /> Lose them</label>
      </p>
    </section>
    <p class="row"><button class="primary">Save</button></p>
    <p class="quiet">
      Receivers choose their own fate: ann+unclaimed@example.com is not claimed, and +failed, +onhold,
      +blocked, +returned, +refunded and +reversed work alike.
    </p>
  </form>`;
}

function webhooksPage(entries: Delivery[]): Html {
  if (entries.length === 0) return html`<p class="card">Nothing has been sent yet.</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col">Attempts</th>
          <th scope="col">Body</th>
          <th scope="col">Again</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(deliveryRow)}
      </tbody>
    </table>
  </div>`;
}

function deliveryRow(delivery: Delivery): Html {
  const bad = delivery.state === "failed" || delivery.state === "dropped";
  return html`<tr>
    <td>${delivery.eventType}<br /><span class="quiet">${delivery.eventId}</span></td>
    <td><span class="badge ${bad ? "bad" : ""}">${delivery.state}</span></td>
    <td>
      ${delivery.attempts.map(
        (attempt) =>
          html`<div>${formatMoment(attempt.at)} · ${attempt.error ?? `answered ${attempt.status}`}</div>`,
      )}
    </td>
    <td>
      <details>
        <summary>${delivery.body.length} characters</summary>
        <pre>${JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre>
      </details>
    </td>
    <td>
      <form method="post" action="/webhooks/resend">
        <button name="key" value="${delivery.key}">Send again</button>
      </form>
    </td>
  </tr>`;
}
