import { Hono } from "hono";
import { html } from "hono/html";
import { formatAmount } from "../commerce/money.ts";
import { balanceOfAccount, storeCreditOf } from "../commerce/store-credit.ts";
import { shopName, type LocalContext } from "../context.ts";
import { renderAdmin } from "./layout.ts";
import { requireStore } from "./require-store.ts";

export function customersRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/:name/customers", (c) => {
    const shop = requireStore(ctx, c);
    const ordersOf = (id: number): number => shop.orders.filter((order) => order.customer?.id === id).length;
    const books = storeCreditOf(shop);
    const creditsOf = (id: number): string =>
      books.accounts
        .filter((account) => account.customerId === id)
        .map(
          (account) =>
            `${formatAmount(balanceOfAccount(books, account), account.currency)} ${account.currency}`,
        )
        .join(", ");
    const body = html`<table>
      <thead>
        <tr>
          <th>Customer</th>
          <th>Email</th>
          <th>Place</th>
          <th>Tags</th>
          <th class="number">Orders</th>
          <th class="number">Store credit</th>
        </tr>
      </thead>
      <tbody>
        ${shop.customers.map(
          (customer) =>
            html`<tr>
              <td>
                ${customer.firstName} ${customer.lastName}<br /><span class="quiet">${customer.id}</span>
              </td>
              <td>${customer.email}</td>
              <td>${customer.address.city}, ${customer.address.countryCode}</td>
              <td>
                <form
                  class="row"
                  method="post"
                  action="/store/${shopName(shop.domain)}/customers/${customer.id}"
                >
                  <input
                    name="tags"
                    value="${customer.tags.join(", ")}"
                    aria-label="Tags of ${customer.email}"
                  />
                  <button>Save</button>
                </form>
              </td>
              <td class="number">${ordersOf(customer.id)}</td>
              <td class="number">${creditsOf(customer.id)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
    return c.html(renderAdmin(ctx, c, shop, { title: "Customers", section: "customers", body }));
  });
  return routes;
}
