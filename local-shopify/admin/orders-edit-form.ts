import { html } from "hono/html";
import type { Dispute } from "../commerce/edit-types.ts";
import { formatAmount } from "../commerce/money.ts";
import type { Order } from "../commerce/order-types.ts";
import { isPaid, owedMinor } from "../commerce/refund-maths.ts";
import type { LineItem } from "../commerce/types.ts";
import type { ShopState } from "../state.ts";
import type { Html } from "./layout.ts";

/** Quantities up and down, discounts on and off, and one more line. */
export function editForm(shop: ShopState, order: Order, path: string): Html {
  if (order.cancelled_at) return html``;
  return html`<form class="card" method="post" action="${path}/edit">
    <h2>Edit order</h2>
    <table>
      <thead>
        <tr>
          <th>Line</th>
          <th class="number">How many</th>
          <th class="number">Further discount</th>
          <th>Discounts</th>
        </tr>
      </thead>
      <tbody>
        ${order.line_items.map(lineFields)}
      </tbody>
    </table>
    <div class="row">
      <label> Add ${variantChoice(shop)} </label>
      <label>How many <input name="added" type="number" min="1" value="1" size="4" /></label>
      <label>Note <input name="note" /></label>
      <button class="primary">Edit order</button>
    </div>
  </form>`;
}

/** One of all that the shop sells, or nothing. */
export function variantChoice(shop: ShopState): Html {
  return html`<select name="variant">
    <option value="">nothing</option>
    ${shop.products.flatMap((product) =>
      product.variants.map(
        (variant) =>
          html`<option value="${variant.id}">${product.title}, ${variant.title}, ${variant.price}</option>`,
      ),
    )}
  </select>`;
}

function lineFields(line: LineItem): Html {
  return html`<tr>
    <td><label for="edit-${line.id}">${line.name}</label></td>
    <td class="number">
      <input
        id="edit-${line.id}"
        name="edit.${line.id}"
        type="number"
        min="0"
        value="${line.current_quantity}"
      />
    </td>
    <td class="number">
      <input
        name="discount.${line.id}"
        inputmode="decimal"
        size="8"
        aria-label="Further discount on ${line.name}"
      />
    </td>
    <td>
      ${
        line.discount_allocations.length > 0
          ? html`<label><input type="checkbox" name="undiscount.${line.id}" /> Take off</label>`
          : ""
      }
    </td>
  </tr>`;
}

/** The money that the shop owes since an edit, and the shopper's disputes. */
export function moneyActions(order: Order, disputes: readonly Dispute[], path: string): Html {
  const owed = owedMinor(order);
  return html`${
    owed > 0n
      ? html`<form class="row" method="post" action="${path}/pay-back">
          <button class="primary">Pay back what is owed, ${formatAmount(owed, order.currency)}</button>
        </form>`
      : ""
  }
  ${disputes.map((dispute) => html`<p>Payment disputed: <span class="badge">${dispute.status}</span></p>`)}
  ${isPaid(order) || disputes.length > 0 ? disputeForm(disputes, path) : ""}`;
}

function disputeForm(disputes: readonly Dispute[], path: string): Html {
  const isOpen = disputes.at(-1)?.status === "needs_response";
  return html`<form class="row" method="post" action="${path}/dispute">
    ${isOpen ? "" : html`<button name="status" value="open">The bank disputes the payment</button>`}
    ${
      disputes.length > 0
        ? html`<button name="status" value="won">The shop has won</button>
            <button name="status" value="lost">The shop has lost</button>`
        : ""
    }
  </form>`;
}
