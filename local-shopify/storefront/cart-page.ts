import { html } from "hono/html";
import type { Cart } from "../commerce/types.ts";
import { quoteOf } from "./cart.ts";
import { showMoney, type Html } from "./page.ts";
import type { Visit } from "./visit.ts";

export function cartPage(visit: Visit, cart: Cart | null): Html {
  if (!cart || cart.lines.length === 0) {
    return html`<h1>Your cart</h1>
      <p>Nothing in it yet. <a href="${visit.root}">Look around</a></p>`;
  }
  const quote = quoteOf(visit, cart);
  const { currency } = visit.commerce.settings;
  const money = (minor: bigint): string => showMoney(minor, currency);
  return html`<h1>Your cart</h1>
    <form method="post" action="${visit.root}cart">
      <table>
        <thead>
          <tr>
            <th>Product</th>
            <th>Quantity</th>
            <th class="number">Total</th>
          </tr>
        </thead>
        <tbody>
          ${quote.lines.map((line, index) => {
            const priced = quote.priced.lines[index];
            const name = line.variant.title === "Default Title" ? "" : `, ${line.variant.title}`;
            return html`<tr>
              <td>
                <a href="${visit.root}products/${line.product.handle}">${line.product.title}</a>${name}
                ${line.sellingPlan ? html`<span class="soft">${line.sellingPlan.name}</span>` : ""}
              </td>
              <td>
                <input
                  type="number"
                  min="0"
                  max="999"
                  name="updates[${cart.lines[index]?.key}]"
                  value="${line.quantity}"
                  aria-label="Quantity of ${line.product.title}"
                />
              </td>
              <td class="number">${money(priced?.netMinor ?? 0n)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
      <div class="columns">
        <div class="stack">
          <label>
            Discount code
            <input name="discount" value="${cart.discountCodes[0] ?? ""}" autocomplete="off" />
          </label>
          ${quote.refused.map((each) => html`<p class="error" role="alert">${each.reason}</p>`)}
          <label>Note to the shop <textarea name="note" rows="2">${cart.note}</textarea></label>
        </div>
        <div class="stack">
          ${
            quote.priced.discountsMinor > 0n
              ? html`<p>${quote.discounts[0]?.code}: −${money(quote.priced.discountsMinor)}</p>`
              : ""
          }
          <p class="price">Subtotal ${money(quote.priced.subtotalMinor)}</p>
          <button>Update cart</button>
          <button class="main" name="checkout" value="1">Check out</button>
        </div>
      </div>
    </form>`;
}
