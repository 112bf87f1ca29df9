import { html } from "hono/html";
import { returnable } from "../commerce/exchange-order.ts";
import type { Order } from "../commerce/order-types.ts";
import { isPaid } from "../commerce/refund-maths.ts";
import type { ShopState } from "../state.ts";
import type { Html } from "./layout.ts";
import { variantChoice } from "./orders-edit-form.ts";

/** Goods that come back and goods that go out for them; only what was paid and sent can come back. */
export function exchangeForm(shop: ShopState, order: Order, path: string): Html {
  const lines = order.line_items.filter((line) => returnable(order, line) > 0);
  if (order.cancelled_at || !isPaid(order) || lines.length === 0) return html``;
  return html`<form class="card" method="post" action="${path}/exchange">
    <h2>Exchange</h2>
    ${lines.map(
      (line) =>
        html`<div class="row">
          <label>
            ${line.name} comes back
            <input
              name="back.${line.id}"
              type="number"
              min="0"
              max="${returnable(order, line)}"
              value="0"
              size="4"
            />
          </label>
        </div>`,
    )}
    <div class="row">
      <label>Goes out ${variantChoice(shop)}</label>
      <label>How many go out <input name="taken" type="number" min="1" value="1" size="4" /></label>
      <label>Note <input name="note" /></label>
      <button class="primary">Exchange</button>
    </div>
  </form>`;
}
