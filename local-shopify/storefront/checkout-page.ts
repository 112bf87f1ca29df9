import { html } from "hono/html";
import type { Quote } from "../commerce/quote.ts";
import { parseAmount, toPresentment } from "../commerce/money.ts";
import { tenderOf } from "../commerce/place-order.ts";
import type { Cart } from "../commerce/types.ts";
import { countries, countryName, type CheckoutForm } from "./checkout-form.ts";
import { showMoney, type Html } from "./page.ts";
import type { Visit } from "./visit.ts";

export interface CheckoutView {
  cart: Cart;
  form: CheckoutForm;
  quote: Quote;
  errors: Partial<Record<keyof CheckoutForm, string>>;
  refusal: string | null;
}

export function checkoutBody(visit: Visit, view: CheckoutView): Html {
  return html`<h1>Checkout</h1>
    ${view.refusal ? html`<p class="error" role="alert">${view.refusal}</p>` : ""}
    <form method="post" action="${visit.root}checkouts/${view.cart.token}" novalidate>
      <div class="columns">
        <div>
          ${contact(visit, view)} ${delivery(visit, view)} ${payment(visit, view)}
          <p class="row">
            <button class="main" name="action" value="complete">
              ${view.form.payment === "now" ? "Pay now" : "Place order"}
            </button>
          </p>
        </div>
        ${summary(visit, view)}
      </div>
    </form>`;
}

function contact(visit: Visit, { form, errors }: CheckoutView): Html {
  return html`<fieldset>
    <legend>Contact</legend>
    <label>
      Who is buying
      <select name="customerId">
        <option value="">A guest</option>
        ${visit.commerce.customers.map(
          (customer) =>
            html`<option value="${customer.id}" ${String(customer.id) === form.customerId ? "selected" : ""}>
              ${customer.firstName} ${customer.lastName} (${customer.email})
            </option>`,
        )}
      </select>
    </label>
    ${input("email", "Email", { form, errors, type: "email", autocomplete: "email" })}
    <div class="pair">
      ${input("firstName", "First name", { form, errors, autocomplete: "given-name" })}
      ${input("lastName", "Last name", { form, errors, autocomplete: "family-name" })}
    </div>
    <label class="choice">
      <input type="checkbox" name="marketing" ${form.marketing ? "checked" : ""} /> Email me with news
    </label>
  </fieldset>`;
}

function delivery(visit: Visit, { form, errors, quote }: CheckoutView): Html {
  if (!quote.lines.some((line) => line.variant.requiresShipping)) return html``;
  const { currency, shippingOptions } = visit.commerce.settings;
  return html`<fieldset>
      <legend>Delivery</legend>
      ${input("address1", "Address", { form, errors, autocomplete: "street-address" })}
      <div class="pair">
        ${input("zip", "Postal code", { form, errors, autocomplete: "postal-code" })}
        ${input("city", "City", { form, errors, autocomplete: "address-level2" })}
      </div>
      <label>
        Country
        <select name="country" autocomplete="country">
          ${countries.map(
            (code) =>
              html`<option value="${code}" ${code === form.country ? "selected" : ""}>
                ${countryName(code)}
              </option>`,
          )}
        </select>
      </label>
    </fieldset>
    <fieldset data-recalculate>
      <legend>Shipping method</legend>
      ${shippingOptions.map(
        (option) =>
          html`<label class="choice">
            <input
              type="radio"
              name="shipping"
              value="${option.code}"
              ${option.code === form.shipping ? "checked" : ""}
            />
            ${option.title}, ${showMoney(parseAmount(option.price, currency), currency)}
          </label>`,
      )}
    </fieldset>`;
}

function payment(visit: Visit, { form, errors }: CheckoutView): Html {
  const { currency, presentment } = visit.commerce.settings;
  const currencies = [currency, ...presentment.map((each) => each.currency)];
  return html`<fieldset data-recalculate>
    <legend>Payment</legend>
    <label class="choice">
      <input type="radio" name="payment" value="now" ${form.payment === "now" ? "checked" : ""} />
      Test card, paid at once
    </label>
    <label class="choice">
      <input type="radio" name="payment" value="later" ${form.payment === "later" ? "checked" : ""} />
      Pay later by bank transfer
    </label>
    ${
      currencies.length > 1
        ? html`<label>
            Pay in
            <select name="currency">
              ${currencies.map(
                (each) =>
                  html`<option value="${each}" ${each === form.currency ? "selected" : ""}>${each}</option>`,
              )}
            </select>
          </label>`
        : ""
    }
    ${input("tip", `Tip in ${currency} (optional)`, { form, errors, inputmode: "decimal" })}
  </fieldset>`;
}

function summary(visit: Visit, { form, quote }: CheckoutView): Html {
  const { settings } = visit.commerce;
  const { priced } = quote;
  const tender = tenderOf(settings, form.currency);
  const money = (minor: bigint): string =>
    showMoney(toPresentment(minor, tender), tender.presentmentCurrency);
  return html`<aside class="summary">
    <table>
      <caption class="soft">
        ${settings.testOrders ? "Test order" : "Your order"}
      </caption>
      <tbody>
        ${quote.lines.map(
          (line, index) =>
            html`<tr>
              <td>${line.quantity} × ${line.product.title}</td>
              <td class="number">${money(priced.lines[index]?.grossMinor ?? 0n)}</td>
            </tr>`,
        )}
        ${quote.discounts.map(
          (discount, index) =>
            html`<tr>
              <td>${discount.code}</td>
              <td class="number">−${money(priced.discountMinor[index] ?? 0n)}</td>
            </tr>`,
        )}
        ${row("Shipping", quote.shipping ? money(priced.shipping.grossMinor) : "–")}
        ${row(settings.taxesIncluded ? "Tax, included" : "Tax", money(priced.taxMinor))}
        ${priced.tipMinor > 0n ? row("Tip", money(priced.tipMinor)) : ""}
        <tr>
          <th scope="row">Total</th>
          <td class="number price">${money(priced.totalMinor)}</td>
        </tr>
      </tbody>
    </table>
    <div class="row">
      <label>Discount code <input name="code" value="${form.code}" autocomplete="off" /></label>
      <button name="action" value="update" data-on-change>Apply</button>
    </div>
    ${quote.refused.map((each) => html`<p class="error" role="alert">${each.reason}</p>`)}
  </aside>`;
}

function row(label: string, value: string): Html {
  return html`<tr>
    <td>${label}</td>
    <td class="number">${value}</td>
  </tr>`;
}

interface InputView {
  form: CheckoutForm;
  errors: CheckoutView["errors"];
  type?: string;
  autocomplete?: string;
  inputmode?: string;
}

function input(name: keyof CheckoutForm, label: string, view: InputView): Html {
  const error = view.errors[name];
  return html`<label>
    ${label}
    <input
      name="${name}"
      type="${view.type ?? "text"}"
      value="${view.form[name]}"
      autocomplete="${view.autocomplete ?? "off"}"
      inputmode="${view.inputmode ?? "text"}"
      aria-invalid="${error ? "true" : "false"}"
    />
    ${error ? html`<span class="error">${error}</span>` : ""}
  </label>`;
}
