import { html } from "hono/html";
import { isOutstanding } from "../commerce/change-order.ts";
import { formatAmount } from "../commerce/money.ts";
import type { Order } from "../commerce/order-types.ts";
import { refundable, shippingLeft } from "../commerce/refund-maths.ts";
import type { Html } from "./layout.ts";

export function refundForm(order: Order, path: string): Html {
  const shipping = formatAmount(shippingLeft(order).netMinor, order.currency);
  return html`<form class="card" method="post" action="${path}/refund">
    <h2>Refund</h2>
    <table>
      <tbody>
        ${order.line_items.map(
          (line) =>
            html`<tr>
              <td><label for="quantity-${line.id}">${line.name}, ${line.current_quantity} left</label></td>
              <td class="number">
                <input
                  id="quantity-${line.id}"
                  name="quantity.${line.id}"
                  type="number"
                  min="0"
                  max="${line.current_quantity}"
                  value="0"
                />
              </td>
            </tr>`,
        )}
        <tr>
          <td><label for="refund-shipping">Shipping, ${shipping} left</label></td>
          <td class="number"><input id="refund-shipping" name="shipping" inputmode="decimal" size="8" /></td>
        </tr>
        <tr>
          <td>
            <label for="refund-amount">Amount to pay back; empty is what is calculated from the above</label>
          </td>
          <td class="number"><input id="refund-amount" name="amount" inputmode="decimal" size="8" /></td>
        </tr>
      </tbody>
    </table>
    <div class="row">
      <label><input type="checkbox" name="restock" checked /> Restock</label>
      <label>
        The bank says
        <select name="transaction">
          <option value="success">success</option>
          <option value="pending">pending</option>
          <option value="failure">failure</option>
        </select>
      </label>
      <label><input type="checkbox" name="shippingAsAdjustment" /> Shipping in the older shape</label>
      <label>Reason <input name="note" /></label>
    </div>
    <div class="row">
      <button class="primary" name="action" value="refund">Refund</button>
      <button name="action" value="everything">
        Refund everything, ${formatAmount(refundable(order), order.currency)}
      </button>
    </div>
  </form>`;
}

/** Marking as paid, what `more` there is about its money, cancelling and deleting, where the order allows each. */
export function orderActions(order: Order, path: string, more: Html): Html {
  const pending = order.financial_status === "pending";
  const deletable = order.cancelled_at !== null || pending;
  return html`<section class="card">
    <h2>Order</h2>
    ${
      isOutstanding(order)
        ? html`<form class="row" method="post" action="${path}/mark-paid">
            <button class="primary">Mark as paid</button>
          </form>`
        : ""
    }
    ${more} ${order.cancelled_at ? "" : cancelForm(path)}
    ${
      deletable
        ? html`<form class="row" method="post" action="${path}/delete">
            <button class="danger">Delete order</button>
          </form>`
        : ""
    }
  </section>`;
}

function cancelForm(path: string): Html {
  return html`<form class="row" method="post" action="${path}/cancel">
    <label>
      Why
      <select name="reason">
        <option value="customer">The customer changed their mind</option>
        <option value="inventory">Out of stock</option>
        <option value="fraud">Fraud</option>
        <option value="declined">Payment declined</option>
        <option value="staff">Staff error</option>
        <option value="other">Other</option>
      </select>
    </label>
    <label><input type="checkbox" name="refund" checked /> Give the money back</label>
    <label><input type="checkbox" name="restock" checked /> Restock</label>
    <button class="danger">Cancel order</button>
  </form>`;
}
