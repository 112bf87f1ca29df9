import { html } from "hono/html";
import type { Order } from "../commerce/order-types.ts";
import { shopName } from "../context.ts";
import type { ShopState } from "../state.ts";
import { formatMoment, type Html } from "./layout.ts";
import { tillForm } from "./orders-sending-form.ts";

/** The newest two hundred orders. */
export function orderList(shop: ShopState): Html {
  if (shop.orders.length === 0) {
    return html`<p class="card">
        No orders yet. Buy something in the <a href="/shops/${shop.domain}/">storefront</a>.
      </p>
      ${tillForm(shop)}`;
  }
  return html`${tillForm(shop)}
    <table>
      <thead>
        <tr>
          <th>Order</th>
          <th>Date</th>
          <th>Customer</th>
          <th>Payment</th>
          <th>Codes</th>
          <th class="number">Total</th>
          <th class="number">Now</th>
        </tr>
      </thead>
      <tbody>
        ${shop.orders
          .slice(-200)
          .toReversed()
          .map(
            (order) =>
              html`<tr>
                <td>
                  <a href="/store/${shopName(shop.domain)}/orders/${order.id}"
                    ><strong>${order.name}</strong></a
                  >
                </td>
                <td>${formatMoment(order.created_at)}</td>
                <td>${order.customer ? `${order.customer.first_name} ${order.customer.last_name}` : "–"}</td>
                <td>${statusBadges(order)}</td>
                <td>${order.discount_codes.map((each) => each.code).join(", ")}</td>
                <td class="number">${order.total_price} ${order.currency}</td>
                <td class="number">${order.current_total_price}</td>
              </tr>`,
          )}
      </tbody>
    </table>`;
}

/** Payment status, and beside it what is unusual about the order. */
export function statusBadges(order: Order): Html {
  return html`<span class="badge">${order.financial_status.replace("_", " ")}</span>
    ${order.cancelled_at ? html`<span class="badge bad">cancelled</span>` : ""}
    ${order.test ? html`<span class="badge">test</span>` : ""}`;
}
