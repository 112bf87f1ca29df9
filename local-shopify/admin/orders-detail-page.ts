import { html } from "hono/html";
import type { Dispute } from "../commerce/edit-types.ts";
import { formatAmount } from "../commerce/money.ts";
import type { Order, Refund } from "../commerce/order-types.ts";
import { refundable } from "../commerce/refund-maths.ts";
import { shopName } from "../context.ts";
import type { ShopState } from "../state.ts";
import { formatMoment, type Html } from "./layout.ts";
import { editForm, moneyActions } from "./orders-edit-form.ts";
import { exchangeForm } from "./orders-exchange-form.ts";
import { orderActions, refundForm } from "./orders-forms.ts";
import { sendingCard } from "./orders-sending-form.ts";
import { statusBadges } from "./orders-list-page.ts";

/** One order: what was bought, what came back, what the visit left behind, and what can be done. */
export function orderPage(shop: ShopState, order: Order): Html {
  const path = `/store/${shopName(shop.domain)}/orders/${order.id}`;
  return html`<p>${statusBadges(order)} <span class="quiet">${formatMoment(order.created_at)}</span></p>
    ${lineTable(order)} ${moneyCard(order)} ${refundList(order, path)} ${visitCard(order)}
    ${refundable(order) > 0n || order.line_items.some((line) => line.current_quantity > 0) ? refundForm(order, path) : ""}
    ${sendingCard(order, path)} ${exchangeForm(shop, order, path)} ${editForm(shop, order, path)}
    ${orderActions(order, path, moneyActions(order, disputesOf(shop, order), path))}
    <details class="card">
      <summary>The order as webhooks carry it</summary>
      <pre>${JSON.stringify(order, null, 2)}</pre>
    </details>`;
}

function disputesOf(shop: ShopState, order: Order): Dispute[] {
  return (shop.disputes ?? []).filter((dispute) => dispute.order_id === order.id);
}

function lineTable(order: Order): Html {
  return html`<table class="card">
    <thead>
      <tr>
        <th>Product</th>
        <th class="number">Price</th>
        <th class="number">Bought</th>
        <th class="number">Now</th>
        <th class="number">Discount</th>
        <th class="number">Tax</th>
      </tr>
    </thead>
    <tbody>
      ${order.line_items.map(
        (line) =>
          html`<tr>
            <td>
              ${line.name} ${line.gift_card ? html`<span class="badge">gift card</span>` : ""}
              ${line.selling_plan_id ? html`<span class="badge">subscription</span>` : ""}
            </td>
            <td class="number">${line.price}</td>
            <td class="number">${line.quantity}</td>
            <td class="number">${line.current_quantity}</td>
            <td class="number">${line.discount_allocations.map((part) => part.amount).join(" + ")}</td>
            <td class="number">${line.tax_lines.map((tax) => tax.price).join(" + ")}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function moneyCard(order: Order): Html {
  const rows: [string, string, string][] = [
    ["Subtotal after discounts", order.subtotal_price, order.current_subtotal_price],
    ["Discounts", order.total_discounts, order.current_total_discounts],
    [
      "Shipping before discounts",
      order.total_shipping_price_set.shop_money.amount,
      order.current_shipping_price_set.shop_money.amount,
    ],
    [order.taxes_included ? "Tax, included" : "Tax", order.total_tax, order.current_total_tax],
    ["Tip", order.total_tip_received, ""],
    ["Total", order.total_price, order.current_total_price],
  ];
  const left = formatAmount(refundable(order), order.currency);
  return html`<section class="card">
    <h2>Money, in ${order.currency}</h2>
    <table>
      <thead>
        <tr>
          <th>Amount</th>
          <th class="number">Then</th>
          <th class="number">Now</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([label, then, now]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td class="number">${then}</td>
              <td class="number">${now}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="quiet">
      Outstanding ${order.total_outstanding}. Refundable ${left}.
      ${
        order.currency === order.presentment_currency
          ? ""
          : `The shopper paid ${order.total_price_set.presentment_money.amount} ${order.presentment_currency}.`
      }
    </p>
  </section>`;
}

function refundList(order: Order, path: string): Html {
  if (order.refunds.length === 0) return html``;
  return html`<section class="card">
    <h2>Refunds</h2>
    ${order.refunds.map((refund) => refundItem(refund, path))}
  </section>`;
}

function refundItem(refund: Refund, path: string): Html {
  const quantity = refund.refund_line_items.reduce((count, line) => count + line.quantity, 0);
  const pending = refund.transactions.some((each) => each.status === "pending");
  return html`<div class="row">
    <span>${formatMoment(refund.created_at)}</span>
    <span>${quantity} items</span>
    ${refund.transactions.map(
      (each) => html`<span>${each.amount} ${each.currency} <span class="badge">${each.status}</span></span>`,
    )}
    ${refund.order_adjustments.map(
      (each) => html`<span class="quiet">${each.kind.replace("_", " ")} ${each.amount}</span>`,
    )}
    <span class="quiet">${refund.note}</span>
    ${
      pending
        ? html`<form method="post" action="${path}/settle" class="row">
            <input type="hidden" name="refundId" value="${refund.id}" />
            <button name="status" value="success">It has succeeded</button>
            <button name="status" value="failure">It has failed</button>
          </form>`
        : ""
    }
  </div>`;
}

function visitCard(order: Order): Html {
  return html`<section class="card">
    <h2>How they came</h2>
    <dl>
      <dt>Landing page</dt>
      <dd>${order.landing_site ?? "unknown"}</dd>
      <dt>Referrer</dt>
      <dd>${order.referring_site ?? "none"}</dd>
      <dt>Discount codes</dt>
      <dd>${order.discount_codes.map((each) => `${each.code} (${each.amount})`).join(", ") || "none"}</dd>
      ${order.note_attributes.map(
        (each) =>
          html`<dt>${each.name}</dt>
            <dd>${each.value}</dd>`,
      )}
      <dt>Customer</dt>
      <dd>
        ${order.customer ? `${order.customer.first_name} ${order.customer.last_name}, ${order.email}` : "nobody by name"}
      </dd>
      <dt>Sold by</dt>
      <dd>${order.source_name}</dd>
      <dt>Goes to</dt>
      <dd>${order.shipping_address?.country ?? "nowhere"}</dd>
    </dl>
  </section>`;
}
