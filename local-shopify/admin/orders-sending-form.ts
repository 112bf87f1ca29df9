import { html } from "hono/html";
import type { Order } from "../commerce/order-types.ts";
import { hasSubscription } from "../commerce/renew-order.ts";
import { shopName } from "../context.ts";
import type { ShopState } from "../state.ts";
import { formatMoment, type Html } from "./layout.ts";

/** Fulfilled and open pieces of an order and, for a subscription, its next order. */
export function sendingCard(order: Order, path: string): Html {
  const left = order.line_items.filter((line) => line.fulfillable_quantity > 0);
  return html`<section class="card">
    <h2>Sending: ${order.fulfillment_status ?? "nothing sent"}</h2>
    ${order.fulfillments.map(
      (each) =>
        html`<form class="row" method="post" action="${path}/take-back">
          <span>${formatMoment(each.created_at)}</span>
          <span>${each.line_items.map((line) => `${line.quantity} × ${line.name}`).join(", ")}</span>
          <span class="badge">${each.status}</span>
          <input type="hidden" name="fulfillmentId" value="${each.id}" />
          ${each.status === "success" ? html`<button>Take back</button>` : ""}
        </form>`,
    )}
    ${
      left.length > 0 && !order.cancelled_at
        ? html`<form class="row" method="post" action="${path}/fulfil">
            ${left.map(
              (line) =>
                html`<label>
                  ${line.name}
                  <input
                    name="send.${line.id}"
                    type="number"
                    min="0"
                    max="${line.fulfillable_quantity}"
                    value="0"
                  />
                </label>`,
            )}
            <button>Send these</button>
            <button class="primary" name="action" value="everything">Send everything</button>
          </form>`
        : ""
    }
    ${
      hasSubscription(order)
        ? html`<form class="row" method="post" action="${path}/renew">
            <button>Renew the subscription</button>
          </form>`
        : ""
    }
  </section>`;
}

/** A sale at the till: nobody clicked, nothing is sent, and the shopper may leave no name. */
export function tillForm(shop: ShopState): Html {
  return html`<form class="card row" method="post" action="/store/${shopName(shop.domain)}/orders/sell">
    <h2>Sell at the till</h2>
    <label>
      Product
      <select name="variant">
        ${shop.products.flatMap((product) =>
          product.variants.map(
            (variant) =>
              html`<option value="${variant.id}">
                ${product.title}, ${variant.title}, ${variant.price}
              </option>`,
          ),
        )}
      </select>
    </label>
    <label>How many <input name="quantity" type="number" min="1" value="1" size="4" /></label>
    <label>
      To
      <select name="customerId">
        <option value="">somebody without a name</option>
        ${shop.customers.map((customer) => html`<option value="${customer.id}">${customer.email}</option>`)}
      </select>
    </label>
    <button>Sell</button>
  </form>`;
}
