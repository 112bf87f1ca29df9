import { html } from "hono/html";
import { parseAmount } from "../commerce/money.ts";
import type { Order } from "../commerce/order-types.ts";
import type { Money } from "../commerce/types.ts";
import { showMoney, type Html } from "./page.ts";
import type { Visit } from "./visit.ts";

/** The page a shopper sees after paying, and later through the order's own address. */
export function orderStatusBody(visit: Visit, order: Order): Html {
  const greeting = order.customer?.first_name ? `Thank you, ${order.customer.first_name}!` : "Thank you!";
  return html`<h1>${order.cancelled_at ? "This order was cancelled" : greeting}</h1>
    <p>
      Your order is <strong id="order-name">${order.name}</strong>, confirmation ${order.confirmation_number}.
    </p>
    <div class="summary">
      <table>
        <tbody>
          ${order.line_items.map(
            (line) =>
              html`<tr>
                <td>${line.quantity} × ${line.name}</td>
                <td class="number">
                  ${showMoney(parseAmount(line.price, order.currency) * BigInt(line.quantity), order.currency)}
                </td>
              </tr>`,
          )}
          ${order.discount_codes.map(
            (code) =>
              html`<tr>
                <td>${code.code}</td>
                <td class="number">
                  −${showMoney(parseAmount(code.amount, order.currency), order.currency)}
                </td>
              </tr>`,
          )}
          ${row("Shipping", shown(order.total_shipping_price_set.shop_money))}
          ${row(order.taxes_included ? "Tax, included" : "Tax", shown(order.total_tax_set.shop_money))}
          ${row("Total", shown(order.total_price_set.presentment_money))}
          ${order.refunds.length > 0 ? row("Now", shown(order.current_total_price_set.presentment_money)) : ""}
        </tbody>
      </table>
      <p class="soft">
        ${order.financial_status === "pending" ? "We wait for your payment." : `Payment: ${order.financial_status.replace("_", " ")}.`}
        ${order.test ? "This is a test order." : ""}
      </p>
    </div>
    <p><a class="button main" href="${visit.root}">Continue shopping</a></p>`;
}

function shown(money: Money): string {
  return showMoney(parseAmount(money.amount, money.currency_code), money.currency_code);
}

function row(label: string, value: string): Html {
  return html`<tr>
    <td>${label}</td>
    <td class="number">${value}</td>
  </tr>`;
}
