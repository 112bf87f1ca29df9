import { html } from "hono/html";
import type { Delivery, DeliveryAttempt } from "../state.ts";
import { formatMoment, type Html } from "./layout.ts";

/** The log of webhooks: one row per delivery, each attempt in it, and a button that sends it once more. */
export function deliveriesTable(root: string, entries: Delivery[]): Html {
  if (entries.length === 0) return html`<p class="card">Nothing has been sent for this store yet.</p>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Triggered</th>
        <th scope="col">Topic</th>
        <th scope="col">State</th>
        <th scope="col">Attempts</th>
        <th scope="col">Payload</th>
        <th scope="col">Again</th>
      </tr>
    </thead>
    <tbody>
      ${entries.map((delivery) => deliveryRow(root, delivery))}
    </tbody>
  </table>`;
}

function deliveryRow(root: string, delivery: Delivery): Html {
  const bad = delivery.state === "failed" || delivery.state === "dropped";
  return html`<tr>
    <td>${formatMoment(delivery.triggeredAt)}</td>
    <td>
      ${delivery.topic}<br />
      <span class="quiet">${delivery.id}</span>
    </td>
    <td><span class="badge ${bad ? "bad" : ""}">${delivery.state}</span></td>
    <td>${delivery.attempts.map((attempt) => html`<div>${describeAttempt(attempt)}</div>`)}</td>
    <td>
      <details>
        <summary>${delivery.body.length} characters</summary>
        <pre>${JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre>
      </details>
    </td>
    <td>
      <form method="post" action="${root}/resend">
        <button name="delivery" value="${delivery.id}">Send again</button>
      </form>
    </td>
  </tr>`;
}

function describeAttempt(attempt: DeliveryAttempt): string {
  return `${formatMoment(attempt.at)} · ${attempt.error ?? `answered ${attempt.status}`} · ${attempt.milliseconds} ms`;
}
